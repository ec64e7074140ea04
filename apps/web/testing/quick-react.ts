// Turns off React features that no test needs: debugging aids took a fifth of the tests' time, and delayed
// content half of their waiting time. Must run before React, which reads these globals while it is loaded.

// Without `createTask`, React does not tie elements to the code that created them for the developer tools.
Reflect.deleteProperty(console, 'createTask')

// While loading, React DOM stores a reference to `setTimeout`, which it uses only to hold content back for up
// to 300 ms after a placeholder appeared. This replacement ignores the delay.
const { setTimeout: inItsTime } = globalThis
globalThis.setTimeout = ((work: () => void) => inItsTime(work)) as typeof setTimeout
await import('react-dom/client')
globalThis.setTimeout = inItsTime

// For its warnings, React records a creation stack for up to 10,000 elements at a time. A counter that always
// stands at the limit turns the stacks off.
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const internals: unknown = Reflect.get(await import('react'), INTERNALS)
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined })

export {}
