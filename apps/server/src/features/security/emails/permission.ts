import { mayUse } from '@aviary/contract/administration/rules'
import type { Person } from '../../../http/call.ts'

/** Whether somebody may see what became of security mails: for everybody else the ledger does not hold them. */
export const seesSecurityMails = ({ authorization, restrictedPageAccess }: Person): boolean =>
  mayUse({ authorization, pages: restrictedPageAccess }, 'view_emails')
