export { refreshStatus } from './refresh.ts'
export { ingestStatus as takeInStatus } from './take-in.ts'
