export {
  BroadcastCounts,
  BroadcastProgress,
  getTotal as totalOf,
  isRunning as isUnderWay,
} from './BroadcastProgress.tsx'
export { ReferenceLink as Matter } from './ReferenceLink.tsx'
export { SendConfirmation } from './SendConfirmation.tsx'
