export { type Ask, type Asked, Refused } from './ask.ts'
export { openAssistant } from './server.ts'
