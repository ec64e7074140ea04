// What Node is told when it runs the server: a heap that grows late keeps an idle server below 150 MB (decision 10).
// Once it has started, the server turns --optimize-for-size off: it would halve the rate of mails.
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=2', '--optimize-for-size']
