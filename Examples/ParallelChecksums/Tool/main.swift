import ParallelChecksums

await ParallelChecksums.run()
