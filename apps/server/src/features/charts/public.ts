export { type Span, sumSpent, sweep } from './sweep.ts'
