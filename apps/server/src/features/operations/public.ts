export {
  getAnswer,
  getAnswerOrReserveKey,
  saveAnswer,
} from './idempotency.ts'
export {
  createErrorReport,
  deleteIdempotencyKeysBefore,
} from './queries.ts'
