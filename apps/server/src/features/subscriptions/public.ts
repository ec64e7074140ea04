export { seesInternalTypes } from './checks.ts'
export { chosenIn } from './options.ts'
export { listSubscriptionsOf, lockSubscriberByUuid } from './queries.ts'
