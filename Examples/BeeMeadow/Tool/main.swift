import BeeMeadow

await BeeMeadow.run()
