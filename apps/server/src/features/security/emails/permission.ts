import { screens } from '@aviary/contract/screens'
import type { Call } from '../../../http/call.ts'

/** Whether a caller may see the delivery of security mails; the ledger hides these mails from everybody else. */
export const seesSecurityMails = ({ may }: Pick<Call, 'may'>): boolean => may(screens.emails)
