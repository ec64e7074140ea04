// What Node is told when it runs the server: a heap that grows late keeps an idle server below 150 MB (decision 10).
// What that costs in throughput has not been measured by itself.
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=2', '--optimize-for-size']
