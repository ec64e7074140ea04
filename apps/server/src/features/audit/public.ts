export { pseudonymOf } from './chain/addresses.ts'
export { type AuditErasure, eraseFromAudit, recordErasure } from './chain/erase.ts'
export { createErasedPerson } from './chain/queries.ts'
export { readFromAudit } from './chain/read-person.ts'
export { openRetention, type RetentionSettings } from './chain/retention.ts'
export { sealWaiting } from './chain/seal.ts'
export { type Anchor, type Verdict, verifyAudit } from './chain/verify.ts'
export {
  createAudit,
  getUnsealed,
  listLastActions,
} from './queries.ts'
