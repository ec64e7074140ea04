export {
  BroadcastCounts,
  BroadcastProgress,
  isRunning,
} from './BroadcastProgress.tsx'
export { ChannelCounts, ChannelProgress } from './ChannelProgress.tsx'
export { DeliveryState } from './DeliveryState.tsx'
export { LivePreview } from './LivePreview.tsx'
export { ReferenceLink } from './ReferenceLink.tsx'
export { SendConfirmation } from './SendConfirmation.tsx'
export { WriteOrPreview } from './WriteOrPreview.tsx'
