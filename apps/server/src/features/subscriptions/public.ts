export { changeTexts } from './change-texts.ts'
export {
  mayChooseInternalTypes,
  requireAccess,
  seesInternalTypes,
} from './checks.ts'
export { getOffer, toChosen } from './options.ts'
export {
  listSubscriptions,
  listSubscriptionsByEmail,
  lockSubscriberByUuid,
  type SubscriberRow,
  updateTimeZone,
} from './queries.ts'
export { checkSubmission, computeReplacement, prepareReplacement, replaceChosen, toRows } from './replace.ts'
