import type { WebhookEvent } from '@aviary/contract/channels/events'
import type { Severity } from '@aviary/contract/status/rules'
import { type ChatTexts, chatTexts } from './texts.ts'

type Link = { text: string; address: string }

/** What a chat shows of an event. Every text is plain: each kind escapes what its chat would take for markup. */
export type Notice = {
  title: string
  /** Stands before the title: the message was edited, corrected or taken back. */
  label: string | undefined
  facts: readonly { label: string; value: string }[]
  text: string
  /** The text goes on where the link leads. */
  isCut: boolean
  link: Link | undefined
  /** For staff: pages on which the right dialog is open. */
  dialogs: readonly Link[]
  /** Undefined for what is no incident, or is internal. */
  severity: Severity | undefined
  isResolved: boolean
  /** When it happened, ISO 8601. */
  at: string
  texts: ChatTexts
}

/** The events that replace what an earlier one said. */
const LABELS = {
  'message.edited': 'edited',
  'message.corrected': 'corrected',
  'message.deleted': 'deleted',
} as const

type Told = {
  event: WebhookEvent
  /** An earlier event about the same message: a deletion does not say what it deletes. */
  earlier: WebhookEvent | undefined
  locale: string
}

/** What a chat shows of an event, in one language. */
export function toNotice({ event, earlier, locale }: Told): Notice {
  const texts = chatTexts(locale)
  const label = event.type in LABELS ? texts[LABELS[event.type as keyof typeof LABELS]] : undefined
  const empty: Notice = {
    ...{ title: texts.test, label, facts: [], text: '', isCut: false, link: undefined, dialogs: [] },
    ...{ severity: undefined, isResolved: false, at: event.timestamp, texts },
  }
  const { data } = event
  // Only webhooks get the status.
  if ('cells' in data || !('is_internal' in data)) return empty
  if (data.is_internal) {
    const link = { text: texts.open, address: data.url }
    const title = event.type === 'reminder.due' ? texts.overdue : texts.internal
    return { ...empty, title: title.replace('{id}', () => data.id), link, dialogs: toDialogs(event, texts) }
  }
  const link = 'url' in data && data.url !== null ? { text: texts.statusPage, address: data.url } : undefined
  if ('message' in data && 'incident' in data) {
    const { severity, is_resolved: isResolved } = data.incident
    return { ...empty, ...toContent(data.message), link, severity, isResolved }
  }
  if ('notification' in data) return { ...empty, ...toContent(data.notification), link }
  if ('maintenance' in data) return { ...empty, ...toMaintenance(event.type, data.maintenance, texts), link }
  const title = earlier ? toNotice({ event: earlier, earlier: undefined, locale }).title : texts.deletedText
  return { ...empty, title, text: earlier ? texts.deletedText : '' }
}

/** The addresses are those of the incident's page (`shared/post-dialog.ts` of the web app). */
function toDialogs({ type, data }: WebhookEvent, texts: ChatTexts): Link[] {
  const isAboutIncident = ['message.', 'incident.', 'reminder.'].some((beginning) =>
    type.startsWith(beginning),
  )
  if (!isAboutIncident || !('url' in data) || data.url === null) return []
  const post = { text: texts.post, address: `${data.url}?post=open` }
  const putOff = { text: texts.putOff, address: `${data.url}?put_off=open` }
  return type === 'reminder.due' ? [post, putOff] : [post]
}

type Maintenance = { starts_at: string; ends_at: string | null; data_centers: readonly string[] }

const toUtc = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`

function toMaintenance(type: WebhookEvent['type'], maintenance: Maintenance, texts: ChatTexts) {
  const { starts_at: start, ends_at: end, data_centers: dataCenters } = maintenance
  const facts = [
    { label: texts.dataCenters, value: dataCenters.join(', ') },
    { label: texts.starts, value: toUtc(start) },
    ...(end === null ? [] : [{ label: texts.ends, value: toUtc(end) }]),
  ]
  if (type === 'maintenance.completed') return { title: texts.completed, facts }
  return { title: type === 'maintenance.cancelled' ? texts.cancelled : texts.begun, facts }
}

type Content = { title: string; text: string; is_cut: boolean; facts: Notice['facts'] }

const toContent = ({ title, text, is_cut, facts }: Content) => ({ title, text, isCut: is_cut, facts })

/** Title with its label, as one line: `Edited: Outage: Travel in eu2`. */
export const toLine = ({ label, title }: Notice): string => (label ? `${label}: ${title}` : title)

/** A text of at most `largest` UTF-16 units, cut between characters. */
export function shorten(text: string, largest: number): string {
  if (text.length <= largest) return text
  if (largest <= 0) return ''
  return `${text.slice(0, largest - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
