import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { escapeHtml } from '@aviary/contract/escape-html'
import { fill } from '@aviary/contract/fill'
import type { Db } from '../../database/open.ts'
import {
  createStaffMail,
  type Fact,
  getEarlierMails,
  type MailContent,
  type MailSettings,
  mailTexts,
  renderContent,
  severityWord,
} from '../../mail/public.ts'
import { getIncidentPlaces, type NextUpdate } from '../incidents/public.ts'
import { formatMoment } from '../messages/public.ts'
import { getPublicId } from '../published/public.ts'
import { getDataCenterNames, getServiceNames } from '../reference/public.ts'
import type { lockIncident } from './queries.ts'
import * as queries from './queries.ts'
import { reminderTexts } from './reminder-texts.ts'

export type Reminder = {
  incident: NonNullable<Awaited<ReturnType<typeof lockIncident>>>
  update: NextUpdate
  number: number
  isLast: boolean
}

/** The author of reminders in the ledger. */
const AUTHOR = 'Aviary reminders'
const MESSAGE_TYPE = 'Reminder'

/** Records the mails of a reminder in the caller's transaction; null if nobody is mailed. */
export async function createReminderMails(
  db: Db,
  reminder: Reminder,
  { settings, now }: { settings: MailSettings; now: Date },
): Promise<number | null> {
  const { incidentId, jiraId } = reminder.incident
  const { internalDomains } = settings
  const recipients = await queries.listRecipients(db, { incidentId, internalDomains })
  if (recipients.length === 0) return null
  const { thread } = await getEarlierMails(db, { incidentId, audience: 'INTERNAL' })
  const render = await openRenderer(db, reminder, settings)
  const contents: Record<string, MailContent> = {}
  for (const locale of new Set([FALLBACK_LOCALE, ...recipients.map((recipient) => recipient.locale)]))
    contents[locale] = render(locale)
  return createStaffMail(
    db,
    {
      kind: 'reminder',
      reference: jiraId,
      messageType: MESSAGE_TYPE,
      contents,
      series: {
        list: 'reminders',
        thread: thread ?? `incident.${await getPublicId(db, 'incident', incidentId)}`,
      },
      createdBy: AUTHOR,
      recipients,
      internalDomains,
    },
    now,
  )
}

async function openRenderer(db: Db, reminder: Reminder, { providerName, publicUrl }: MailSettings) {
  const { incident, update, number, isLast } = reminder
  const { jiraId, severity } = incident
  const places = (await getIncidentPlaces(db, [incident.incidentId]))(incident.incidentId)
  const [services, dataCenters] = [await getServiceNames(db), await getDataCenterNames(db)]
  const owner = (await queries.listUpdateOwners(db, [incident.incidentId])).get(incident.incidentId)
  return (locale: string): MailContent => {
    const [mail, texts] = [mailTexts(locale), reminderTexts(locale)]
    const values: Record<string, string> = { id: jiraId, time: formatMoment(update.due, locale) }
    const facts: Fact[] = [
      [mail.reference, jiraId],
      [mail.services, places.services.map((name) => services.get(name) ?? name).join(', ')],
      [mail.dataCenters, places.dataCenters.map((name) => dataCenters.get(name) ?? name).join(', ')],
      [mail.started, formatMoment(incident.startDate, locale), incident.startDate],
      [texts.due, formatMoment(update.due, locale), update.due],
      [texts.owner, owner ?? ''],
      [texts.putOff, describePutOff(update, locale), update.putOffBy ? update.promised : undefined],
      [texts.number, String(number)],
    ]
    return renderContent({
      locale,
      providerName,
      subject: fill(texts.subject, values),
      sign: { shape: severity, word: severityWord(severity, locale) },
      heading: fill(texts.heading, values),
      bodyHtml: `<p>${escapeHtml(isLast ? texts.last : texts.body)}</p>`,
      facts: facts.filter(([, text]) => text !== ''),
      link: { text: texts.link, address: `${publicUrl}/details/${encodeURIComponent(jiraId)}?post=open` },
      isInternal: true,
      because: 'reminded',
    })
  }
}

/** From when the update was put off, by whom and why; empty unless it was. */
const describePutOff = ({ putOffBy, promised, note }: NextUpdate, locale: string): string =>
  putOffBy ? [formatMoment(promised, locale), putOffBy, note].filter(Boolean).join('\n') : ''
