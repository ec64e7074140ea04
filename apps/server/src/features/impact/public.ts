export { ingestCiDependencies as takeInCiDependencies, ingestCis as takeInCis } from './take-in/take-in.ts'
