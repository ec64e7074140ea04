export { openBodyStyles, STRUCTURE_STYLES, withStructureStyles } from './body-styles.ts'
export { type MailNames, openMailNames } from './bounces/mail-names.ts'
export { type BounceResult, processReport } from './bounces/process-report.ts'
export { listPaused, resumeSubscriber } from './bounces/queries.ts'
export { READ_BYTES, type Report, readReport } from './bounces/read-report.ts'
export { createBroadcast, createPersonalMail, createStaffMail } from './broadcast.ts'
export {
  createSecurityBroadcasts,
  finishSecurityBroadcasts,
  getProgressOfComm,
  listBroadcastsOfEmails,
  type SecurityMail,
} from './companies/queries.ts'
export { addressesOfCompany, companyOfAddress, mayBelongTo } from './company-of-address/queries.ts'
export { inEachLanguage, personalize, renderContent } from './content.ts'
export {
  createCorrection,
  listMailedGroups,
  listUnsentTexts,
  type MailedGroup,
} from './corrections/queries.ts'
export { compareTexts, type Difference, replaceText, toVisibleText } from './differences.ts'
export { formatHeadline, severityWord } from './headline.ts'
export { locateMailServer, MAIL_SERVER_LOCATIONS, type MailServerLocation } from './mail-server-location.ts'
export { type Fact, type MailParts, UNSUBSCRIBE_MARK } from './parts.ts'
export { previewBroadcast } from './preview.ts'
export {
  areMailsGone,
  type Criteria,
  countRecipients,
  createSubscribers,
  createSubscriptions,
  getEarlierMails,
  getProgress,
  listNotReached,
  type MailContent,
  type MessageCriteria,
  NO_PROGRESS,
  type NotificationCriteria,
} from './queries.ts'
export { getQueueState, stopBroadcast, stopDeliveries } from './queue/queries.ts'
export { listReached, listReachedCompanies } from './reached/queries.ts'
export { recordUnsent } from './record-unsent.ts'
export { hashRequestToken } from './request-tokens.ts'
export { NotAccepted, sendAlone } from './send-alone.ts'
export { addressOutside, type MailSettings, type StatusSite } from './settings.ts'
export { statusPageLink } from './status-page-link.ts'
export { mailTexts } from './texts.ts'
export { KEPT_IN_OUTBOX, type MailConfig } from './transport.ts'
export { inTimeZone } from './zoned-times.ts'
