export { changeTexts } from './change-texts.ts'
export {
  mayChooseInternalTypes,
  refuse,
  requireAccess,
  seesInternalTypes,
  toIncompleteFaults,
} from './checks.ts'
export { getOffer, toChosen } from './options.ts'
export {
  listSubscriptions,
  listSubscriptionsByEmail,
  lockSubscriberByUuid,
  type SubscriberRow,
} from './queries.ts'
export { checkSubmission, computeReplacement, prepareReplacement, replaceChosen, toRows } from './replace.ts'
