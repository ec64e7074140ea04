export {
  getAnswer as findAnswer,
  getAnswerBefore as findAnswerBefore,
  saveAnswer as keepAnswer,
} from './idempotency.ts'
export {
  createErrorReport as insertErrorReport,
  deleteIdempotencyKeysBefore as removeIdempotencyKeysBefore,
} from './queries.ts'
