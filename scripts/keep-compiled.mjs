// Loaded into the server by dev-aviary.mjs: saves compiled code soon after the start. A process that ends
// with SIGKILL saves none, and the next start would take a quarter longer.
import { flushCompileCache } from 'node:module'

const AFTER_START_MS = 5_000

setTimeout(flushCompileCache, AFTER_START_MS).unref()
