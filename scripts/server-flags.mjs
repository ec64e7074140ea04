// Node flags of the server: a young generation of limited size (ADR 10), and an old generation that grows by
// a fifth (ADR 49).
export const serverFlags = ['--enable-source-maps', '--max-semi-space-size=4', '--heap-growing-percent=20']

// Environment of the server: with the default of several malloc arenas, a process keeps 7 MB more (ADR 15).
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
