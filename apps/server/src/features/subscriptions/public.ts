export { seesInternalTypes } from './checks.ts'
export { chosenIn } from './options.ts'
export { listSubscriptionsOf as findSubscriptionsOf, lockSubscriberByUuid } from './queries.ts'
