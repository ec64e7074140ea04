export { BroadcastCounts, BroadcastProgress, isUnderWay, totalOf } from './BroadcastProgress.tsx'
export { Matter } from './Matter.tsx'
export { SendConfirmation } from './SendConfirmation.tsx'
