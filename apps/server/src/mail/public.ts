export { openBodyStyles, STRUCTURE_STYLES, withStructureStyles } from './body-styles.ts'
export { createBroadcast, createPersonalMail } from './broadcast.ts'
export {
  createSecurityBroadcasts as insertSecurityBroadcasts,
  finishSecurityBroadcasts,
  getProgressOfComm as findProgressOfComm,
  listBroadcastsOfEmails as findBroadcastsOfEmails,
  type SecurityMail,
} from './companies/queries.ts'
export { inEachLanguage, personalize, renderContent } from './content.ts'
export { previewBroadcast } from './preview.ts'
export {
  type Criteria,
  countRecipients,
  createSubscribers as insertSubscribers,
  createSubscriptions as insertSubscriptions,
  getProgress as findProgress,
  listNotReached as findNotReached,
  type MailContent,
  type MessageCriteria,
  NO_PROGRESS,
  type NotificationCriteria,
} from './queries.ts'
export { getQueueState as findQueueState, stopBroadcast } from './queue/queries.ts'
export type { MailSettings } from './settings.ts'
export { mailTexts } from './texts.ts'
