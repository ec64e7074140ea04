// Loaded into the server by dev-aviary.mjs: a process that ends with SIGKILL would not keep what it compiled, and the
// next start would take a quarter longer.
import { flushCompileCache } from 'node:module'

const AFTER_START_MS = 5_000

setTimeout(flushCompileCache, AFTER_START_MS).unref()
