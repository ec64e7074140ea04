import { screens } from '@aviary/contract/screens'
import type { Person } from '../../../http/call.ts'
import { may } from '../../../http/permission.ts'

/** Whether a person may see the delivery of security mails; the ledger hides these mails from everybody else. */
export const seesSecurityMails = (person: Person): boolean => may(person, screens.emails)
