import PriceServer

await PriceServer.run()
