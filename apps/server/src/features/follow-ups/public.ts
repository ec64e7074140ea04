export { presentFollowUps } from './present.ts'
export { moveFollowUps, renameOwner } from './queries.ts'
