import * as emails from '@aviary/contract/security/email-endpoints'
import { type Route, serve } from '../../../http/call.ts'
import * as queries from './queries.ts'

export const companyRoutes: Route[] = [
  serve(emails.countSecurityRecipients, async ({ db, query }) => {
    const [impact, names] = await Promise.all([
      queries.countRecipients(db, query.company_ids),
      queries.listCompanyNames(db, query.company_ids),
    ])
    return { impact: Object.fromEntries(impact), names: Object.fromEntries(names) }
  }),
  serve(emails.listSecurityRecipients, async ({ db, query }) => ({
    recipients: await queries.listRecipients(db, query.company_ids),
  })),
]
