// What React does for people, and for those who look for a fault with its tools, and no test has a use for: a fifth
// of the time of these tests, and half of what they wait. It looks these up when it is loaded, so this comes first.

// Ties every element to the place it was made at, for the browser's tools.
Reflect.deleteProperty(console, 'createTask')

// React DOM waits for nothing but this: after a placeholder showed, content is held back for up to 300 ms.
const { setTimeout: inItsTime } = globalThis
globalThis.setTimeout = ((work: () => void) => inItsTime(work)) as typeof setTimeout
await import('react-dom/client')
globalThis.setTimeout = inItsTime

// Every element keeps a stack of where it was made, up to so many in a second; of more, a warning tells without it.
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const internals: unknown = Reflect.get(await import('react'), INTERNALS)
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined })

export {}
