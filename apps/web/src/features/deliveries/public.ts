export { BroadcastCounts, BroadcastProgress, isUnderWay, totalOf } from './BroadcastProgress.tsx'
export { SecondLook } from './SecondLook.tsx'
