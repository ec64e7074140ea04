export { takeInCiDependencies, takeInCis } from './take-in/take-in.ts'
