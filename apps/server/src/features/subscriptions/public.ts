export { seesInternalTypes } from './checks.ts'
export { chosenIn } from './options.ts'
export { findSubscriptionsOf, lockSubscriberByUuid } from './queries.ts'
