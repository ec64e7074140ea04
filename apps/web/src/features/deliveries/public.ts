export {
  BroadcastCounts,
  BroadcastProgress,
  isRunning,
} from './BroadcastProgress.tsx'
export { ReferenceLink } from './ReferenceLink.tsx'
export { SendConfirmation } from './SendConfirmation.tsx'
