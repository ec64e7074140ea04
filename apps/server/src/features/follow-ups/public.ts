export { presentFollowUps } from './present.ts'
export { moveFollowUps, renameOwner } from './queries.ts'
export { FOLLOW_UP_DUE, sendDueFollowUps } from './reminders/send-due.ts'
