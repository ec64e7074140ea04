export { changeTexts } from './change-texts.ts'
export { mayChooseInternalTypes, seesInternalTypes } from './checks.ts'
export { getOffer, toChosen } from './options.ts'
export {
  listSubscriptions,
  listSubscriptionsByEmail,
  lockSubscriberByUuid,
  type SubscriberRow,
} from './queries.ts'
export { checkChosen, replaceChosen } from './replace.ts'
