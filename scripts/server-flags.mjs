// What Node is told when it runs the server: a heap that grows late keeps an idle server below 150 MB, and hot answers
// are as fast with it as without (`npm run bench`).
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=2', '--optimize-for-size']
