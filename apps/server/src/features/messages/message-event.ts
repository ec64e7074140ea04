import type { WebhookEvent } from '@aviary/contract/channels/events'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { Audience } from '@aviary/contract/messages/rules'
import { createChannelEvent, getToldAudience, withdrawEvents } from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import { addressOutside, formatHeadline, type MailSettings, type MessageCriteria } from '../../mail/public.ts'
import { inSlices } from '../../process/in-slices.ts'
import type { IncidentRow } from '../incidents/public.ts'
import { getPublicId, toEventFacts, toEventText } from '../published/public.ts'
import { type Facts, getRows, type MailFields } from './message-mail.ts'

type Told = {
  type: 'message.published' | 'message.edited' | 'message.corrected'
  incident: IncidentRow
  messageId: number
  version: number
  audience: Audience
  /** Mails that tell of the same, if there are any. */
  broadcastId?: number | undefined
  /** Selects channels by subscription; undefined: those that got, or can still get, the message before. */
  criteria: MessageCriteria | undefined
  /** Facts about the incident and the message type, as in the mails of the message. */
  getFacts: () => Promise<Facts>
  draft: MailFields
  /** Sanitized bodies by language. */
  bodies: Record<string, string>
}

type Recording = { settings: MailSettings; now: Date }

const getInternal = ({ jiraId }: IncidentRow, { publicUrl }: MailSettings) => ({
  is_internal: true as const,
  id: jiraId,
  url: `${publicUrl}/details/${encodeURIComponent(jiraId)}`,
})

/** Queues a webhook event about a message, in the caller's transaction. Returns how many channels will get it. */
export function createMessageEvent(db: Db, told: Told, { settings, now }: Recording): Promise<number> {
  const { type, incident, messageId, audience, broadcastId, criteria } = told
  const timestamp = now.toISOString()
  const render = async (): Promise<Record<string, WebhookEvent>> => {
    if (audience === 'INTERNAL') return { en: { type, timestamp, data: getInternal(incident, settings) } }
    const ids = {
      incident: await getPublicId(db, 'incident', incident.incidentId),
      message: await getPublicId(db, 'message', messageId),
    }
    const facts = await told.getFacts()
    const written = { [FALLBACK_LOCALE]: '', ...told.bodies }
    const events: Record<string, WebhookEvent> = {}
    for (const locale of Object.keys(written)) {
      const data = await inSlices(() => getPublic(told, { facts, ids, locale, settings }))
      events[locale] = { type, timestamp, data }
    }
    return events
  }
  const { jiraId: reference, incidentId } = incident
  const about = { type, audience, reference, incidentId, messageId, broadcastId }
  return createChannelEvent(db, { ...about, to: criteria ?? 'told', render }, now)
}

type Rendering = {
  facts: Facts
  ids: { incident: string; message: string }
  locale: string
  settings: MailSettings
}

/** Data of an event for people outside, from the same facts as their mails. */
function getPublic({ draft, bodies, version }: Told, { facts, ids, locale, settings }: Rendering) {
  const { headline, type, page } = facts
  return {
    is_internal: false as const,
    incident: {
      id: ids.incident,
      severity: headline.severity,
      is_resolved: facts.isOver,
      started_at: facts.startDate.toISOString(),
      services: headline.services,
      data_centers: headline.dataCenters,
    },
    message: {
      id: ids.message,
      version,
      type: type.name,
      language: locale,
      title: `${formatHeadline(headline, locale)} — ${type.translations[locale] || type.name}`,
      ...toEventText(bodies[locale] ?? ''),
      facts: toEventFacts(getRows(facts, { draft, locale })),
      next_update_at: draft.next_update_due ?? null,
    },
    url: addressOutside(settings.statusSite, { page, locale }) ?? null,
  }
}

/**
 * Queues an event about the deletion of a message, also for one that became internal, to the channels that got, or
 * can still get, the message. Stops all other queued events of the message.
 */
export async function createDeletedEvent(
  db: Db,
  { incident, messageId, reason }: { incident: IncidentRow; messageId: number; reason: string },
  { settings, now }: Recording,
): Promise<number> {
  const audience = await getToldAudience(db, messageId)
  if (!audience) return 0
  const type = 'message.deleted' as const
  const timestamp = now.toISOString()
  const render = async (): Promise<Record<string, WebhookEvent>> => {
    if (audience === 'INTERNAL') return { en: { type, timestamp, data: getInternal(incident, settings) } }
    const message = { id: await getPublicId(db, 'message', messageId) }
    return { en: { type, timestamp, data: { is_internal: false, message } } }
  }
  const { jiraId: reference, incidentId } = incident
  const event = { type, audience, reference, incidentId, messageId, to: 'told' as const, render }
  // Before `withdrawEvents`, which would leave out channels to which the message is being sent at this moment.
  const channels = await createChannelEvent(db, event, now)
  await withdrawEvents(db, { messageId }, { reason, now })
  return channels
}
