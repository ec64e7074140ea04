// What Node is told when it runs the server: a heap that grows late keeps an idle server below 150 MB (decision 10).
// It costs about a tenth of the rate of small hot answers.
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=2', '--optimize-for-size']
