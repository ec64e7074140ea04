export { refreshStatus } from './refresh.ts'
export { takeInStatus } from './take-in.ts'
