export {
  getAnswer,
  getAnswerOrReserveKey,
  saveAnswer,
} from './idempotency.ts'
export { createErrorReport } from './queries.ts'
