export { FollowUps, useHasFollowUps } from './FollowUps.tsx'
