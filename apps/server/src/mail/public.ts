export { createBroadcast } from './broadcast.ts'
export { personalize, renderContent } from './content.ts'
export { previewBroadcast } from './preview.ts'
export {
  type Criteria,
  countRecipients,
  findNotReached,
  findProgress,
  insertSubscribers,
  insertSubscriptions,
  type MessageCriteria,
  NO_PROGRESS,
  type NotificationCriteria,
} from './queries.ts'
export { stopBroadcast } from './queue/queries.ts'
export type { MailSettings } from './settings.ts'
export { mailTexts } from './texts.ts'
