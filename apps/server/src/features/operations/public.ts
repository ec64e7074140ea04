export { findAnswer, findAnswerBefore, keepAnswer } from './idempotency.ts'
export { insertErrorReport, removeIdempotencyKeysBefore } from './queries.ts'
