export { getActiveLocale } from './active-locale.ts'
export { changeTexts } from './change-texts.ts'
export {
  isOwnDomain,
  mayChooseInternalTypes,
  requireAccess,
  seesInternalTypes,
} from './checks.ts'
export { getOffer, toChosen } from './options.ts'
export { recordOwnChange } from './own-change.ts'
export {
  listSubscriptions,
  listSubscriptionsByEmail,
  lockOrCreateSubscriber,
  lockSubscriberByUuid,
  type SubscriberRow,
  updateTimeZone,
} from './queries.ts'
export { checkSubmission, computeReplacement, prepareReplacement, replaceChosen, toRows } from './replace.ts'
