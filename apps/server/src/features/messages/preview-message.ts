import type * as endpoints from '@aviary/contract/messages/endpoints'
import { messagesOf } from '@aviary/contract/messages/rules'
import type { Call } from '../../http/call.ts'
import { readPage } from '../../http/paging.ts'
import { require } from '../../http/permission.ts'
import { listNotReached, type MailSettings, previewBroadcast } from '../../mail/public.ts'
import { requireIncident } from '../incidents/public.ts'
import { languagesWithout, type MessageSettings, translatedBodies, untypedBodies } from './bodies.ts'
import { requireAlertType, requireInternalRight } from './checks.ts'
import { checkDraft } from './create-message.ts'
import { audienceAndCriteria, mailsOf } from './mail-of-message.ts'

/** What a broadcast of this draft would be, made by the very functions that make it. */
export async function previewDraft(call: Call<typeof endpoints.previewMessage>, settings: MessageSettings) {
  const { db, body } = call
  const checked = await checkDraft(db, body, call.person())
  const { audience, criteria } = await audienceAndCriteria(db, checked, settings)
  const bodies = await translatedBodies(db, checked.written, settings.translate)
  const { contents } = await mailsOf(db, { ...checked, bodies }, { settings })
  return {
    audience,
    ...(await previewBroadcast(db, { contents, criteria }, settings)),
    fallback_locales: await languagesWithout(db, contents),
    translations: untypedBodies(bodies, checked.written),
    removed: [...checked.written.removed],
  }
}

export async function listWhoIsNotReached(
  call: Call<typeof endpoints.listNotReached>,
  settings: MailSettings,
) {
  const { db, query } = call
  const incident = await requireIncident(db, query.jira_id)
  const person = call.person()
  require(person, messagesOf[incident.priorityType].create)
  const type = await requireAlertType(db, incident.priorityType, query.message_type)
  requireInternalRight(person, type.name)
  const { criteria } = await audienceAndCriteria(db, { incident, type }, settings)
  const { rows, more_results } = await readPage(query, (page) =>
    listNotReached(db, criteria, { ...page, search: query.search }),
  )
  return { people: rows, more_results }
}
