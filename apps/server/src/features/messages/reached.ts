import type * as endpoints from '@aviary/contract/messages/endpoints'
import { messagesOf } from '@aviary/contract/messages/rules'
import type { Db } from '../../database/open.ts'
import type { Author, Call } from '../../http/call.ts'
import { readPage } from '../../http/paging.ts'
import {
  listNotReached,
  listReached,
  listReachedCompanies,
  type MailSettings,
  type MessageCriteria,
} from '../../mail/public.ts'
import { requireIncident } from '../incidents/public.ts'
import { requireAlertType, requireInternalRight } from './checks.ts'
import { getAudienceAndCriteria } from './message-mail.ts'

// The people that a message of an alert type would reach or miss, by the criteria that its broadcast would
// have now.

export async function listPeopleNotReached(
  call: Call<typeof endpoints.listNotReached>,
  settings: MailSettings,
) {
  const { db, query } = call
  const criteria = await getCriteria(call, settings)
  const { rows, more_results } = await readPage(query, (page) =>
    listNotReached(db, criteria, { ...page, search: query.search }),
  )
  return { people: rows, more_results }
}

export async function listPeopleReached(call: Call<typeof endpoints.listReached>, settings: MailSettings) {
  const { db, query } = call
  const criteria = await getCriteria(call, settings)
  const { rows, more_results } = await readPage(query, (page) =>
    listReached(db, criteria, { ...page, search: query.search, ...settings }),
  )
  return { people: rows, more_results }
}

export async function listCompaniesReached(
  call: Call<typeof endpoints.listReachedCompanies>,
  settings: MailSettings,
) {
  const { db, query } = call
  const { start_at: startAt, response_size: size, search } = query
  const criteria = await getCriteria(call, settings)
  const page = { startAt, size: size + 1 }
  const { companies, ...counts } = await listReachedCompanies(db, criteria, { ...page, search, ...settings })
  return { companies: companies.slice(0, size), ...counts, more_results: companies.length > size }
}

type Question = { db: Db; query: { jira_id: string; message_type: string }; author: () => Author }

/**
 * Recipient criteria that a message of the requested type would have now. Throws unless the caller may create such
 * a message.
 */
async function getCriteria(call: Question, settings: MailSettings): Promise<MessageCriteria> {
  const { db, query } = call
  const incident = await requireIncident(db, query.jira_id)
  const author = call.author()
  author.require(messagesOf[incident.priorityType].create)
  const type = await requireAlertType(db, incident.priorityType, query.message_type)
  requireInternalRight(author, type.name)
  return (await getAudienceAndCriteria(db, { incident, type }, settings)).criteria
}
