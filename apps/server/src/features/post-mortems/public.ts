export { getStateOfIncident } from './present.ts'
export { movePostMortem, renamePeople } from './queries.ts'
export { REVIEW_REQUESTED } from './review-mail/mail-reviewers.ts'
