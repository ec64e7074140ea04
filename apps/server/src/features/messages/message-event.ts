import type { WebhookEvent } from '@aviary/contract/channels/events'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { Audience } from '@aviary/contract/messages/rules'
import { createChannelEvent, getToldAudience } from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import { formatHeadline, type MailSettings, type MessageCriteria } from '../../mail/public.ts'
import type { IncidentRow } from '../incidents/public.ts'
import { getPublicId, toEventText } from '../published/public.ts'
import { type Facts, getRows, type MailFields } from './message-mail.ts'

type Told = {
  type: 'message.published' | 'message.edited' | 'message.corrected'
  incident: IncidentRow
  messageId: number
  version: number
  audience: Audience
  /** Who hears of it; undefined: those channels that heard of the message before. */
  criteria: MessageCriteria | undefined
  /** What mails of the message state. */
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

/** Tells channels of a message, in the caller's transaction. Returns how many will hear of it. */
export function createMessageEvent(db: Db, told: Told, { settings, now }: Recording): Promise<number> {
  const { type, incident, messageId, audience, criteria } = told
  const timestamp = now.toISOString()
  const render = async (): Promise<Record<string, WebhookEvent>> => {
    if (audience === 'INTERNAL') return { en: { type, timestamp, data: getInternal(incident, settings) } }
    const ids = {
      incident: await getPublicId(db, 'incident', incident.incidentId),
      message: await getPublicId(db, 'message', messageId),
    }
    const facts = await told.getFacts()
    const written = { [FALLBACK_LOCALE]: '', ...told.bodies }
    return Object.fromEntries(
      Object.keys(written).map((locale) => [
        locale,
        { type, timestamp, data: getPublic(told, { facts, ids, locale, settings }) },
      ]),
    )
  }
  const reference = incident.jiraId
  return createChannelEvent(db, { audience, reference, messageId, to: criteria ?? 'told', render }, now)
}

type Rendering = {
  facts: Facts
  ids: { incident: string; message: string }
  locale: string
  settings: MailSettings
}

/** What people outside may read, from the same facts as their mails. */
function getPublic({ draft, bodies, version }: Told, { facts, ids, locale, settings }: Rendering) {
  const { headline, type } = facts
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
      facts: getRows(facts, { draft, locale }).map(([label, value]) => ({ label, value })),
      next_update_at: draft.next_update_due ?? null,
    },
    url: settings.statusSite ?? null,
  }
}

/** Tells those channels that heard of a message that it was deleted. */
export async function createDeletedEvent(
  db: Db,
  { incident, messageId }: { incident: IncidentRow; messageId: number },
  { settings, now }: Recording,
): Promise<number> {
  const audience = await getToldAudience(db, messageId)
  if (!audience) return 0
  const type = 'message.deleted'
  const timestamp = now.toISOString()
  const render = async (): Promise<Record<string, WebhookEvent>> => {
    if (audience === 'INTERNAL') return { en: { type, timestamp, data: getInternal(incident, settings) } }
    const message = { id: await getPublicId(db, 'message', messageId) }
    return { en: { type, timestamp, data: { is_internal: false, message } } }
  }
  return createChannelEvent(db, { audience, reference: incident.jiraId, messageId, to: 'told', render }, now)
}
