// What Node is told when it runs the server: a young heap that cannot grow far (decision 10), an old one that grows by half (49).
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=4', '--heap-growing-percent=50']

// And the C library: with a pool of memory for each of its threads a process keeps 7 MB more (decision 15).
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
