export { LazyFirstRun } from './LazyFirstRun.ts'
