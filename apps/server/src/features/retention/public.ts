export { applyRetention, listDueKinds, listOverview, type RetentionParts } from './apply.ts'
export { KIND_NAMES, KINDS, type KindName, type RetentionDays } from './kinds.ts'
export { listRuns } from './queries.ts'
