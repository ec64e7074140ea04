import type * as endpoints from '@aviary/contract/messages/endpoints'
import { messagesOf } from '@aviary/contract/messages/rules'
import type { Call } from '../../http/call.ts'
import { readPage } from '../../http/paging.ts'
import { require } from '../../http/permission.ts'
import { listNotReached, type MailSettings, previewBroadcast } from '../../mail/public.ts'
import { requireIncident } from '../incidents/public.ts'
import { getUntypedBodies, listMissingLanguages, type MessageSettings, translateBodies } from './bodies.ts'
import { requireAlertType, requireInternalRight } from './checks.ts'
import { checkDraft } from './create-message.ts'
import { getAudienceAndCriteria, renderMails } from './message-mail.ts'

/** Previews the broadcast of a draft, using the same functions that create it. */
export async function previewDraft(call: Call<typeof endpoints.previewMessage>, settings: MessageSettings) {
  const { db, now } = call
  const { translate, ...draft } = call.body
  const checked = await checkDraft(db, draft, { person: call.person(), now })
  const { audience, criteria } = await getAudienceAndCriteria(db, checked, settings)
  const bodies = translate
    ? await translateBodies(db, checked.written, settings.translate)
    : checked.written.typed
  const { contents } = await renderMails(db, { ...checked, bodies }, { settings })
  return {
    audience,
    ...(await previewBroadcast(db, { contents, criteria }, settings)),
    fallback_locales: await listMissingLanguages(db, contents),
    translations: getUntypedBodies(bodies, checked.written),
    removed: [...checked.written.removed],
  }
}

export async function listPeopleNotReached(
  call: Call<typeof endpoints.listNotReached>,
  settings: MailSettings,
) {
  const { db, query } = call
  const incident = await requireIncident(db, query.jira_id)
  const person = call.person()
  require(person, messagesOf[incident.priorityType].create)
  const type = await requireAlertType(db, incident.priorityType, query.message_type)
  requireInternalRight(person, type.name)
  const { criteria } = await getAudienceAndCriteria(db, { incident, type }, settings)
  const { rows, more_results } = await readPage(query, (page) =>
    listNotReached(db, criteria, { ...page, search: query.search }),
  )
  return { people: rows, more_results }
}
