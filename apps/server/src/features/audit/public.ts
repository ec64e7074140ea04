export { openRetention, type RetentionSettings } from './chain/retention.ts'
export { sealWaiting } from './chain/seal.ts'
export { type Anchor, type Verdict, verifyAudit } from './chain/verify.ts'
export {
  createAudit,
  getUnsealed,
  listLastActions,
} from './queries.ts'
