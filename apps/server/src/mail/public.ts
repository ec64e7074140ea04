export { createBroadcast } from './broadcast.ts'
export { personalize, renderContent } from './content.ts'
export {
  type Criteria,
  countRecipients,
  findNotReached,
  findProgress,
  insertSubscribers,
  insertSubscriptions,
} from './queries.ts'
export { mailTexts } from './texts.ts'
