export { countPromises } from './response-times/queries.ts'
export { type Span, sumSpent, sweep } from './sweep.ts'
