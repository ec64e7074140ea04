import { screens } from '@aviary/contract/screens'
import type { Person } from '../../../http/call.ts'
import { may } from '../../../http/permission.ts'

/** Whether a person may see what became of security mails; for everybody else the ledger hides them. */
export const seesSecurityMails = (person: Person): boolean => may(person, screens.emails)
