export { type SendRemindersParts, sendDueReminders } from './send-due.ts'
