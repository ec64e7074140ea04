export { seesInternalTypes } from './checks.ts'
export { toChosen } from './options.ts'
export { listSubscriptionsByEmail, lockSubscriberByUuid } from './queries.ts'
