// What Node is told when it runs the server. A young heap that cannot grow far keeps an idle server below 150 MB (decision 10).
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=4']

// And the C library: with a pool of memory for each of its threads a process keeps 7 MB more (decision 15).
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
