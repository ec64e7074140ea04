// Node flags of the server: a young generation of limited size (decision 10), and an old one that grows by a fifth
// (49).
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=4', '--heap-growing-percent=20']

// Environment of the server: with one malloc arena per thread a process keeps 7 MB more (decision 15).
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
