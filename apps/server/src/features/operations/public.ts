export {
  getAnswer,
  getAnswerBefore,
  saveAnswer,
} from './idempotency.ts'
export {
  createErrorReport,
  deleteIdempotencyKeysBefore,
} from './queries.ts'
