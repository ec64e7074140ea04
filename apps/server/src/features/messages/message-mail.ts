import { isDeepStrictEqual } from 'node:util'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { EXACT_TIME } from '@aviary/contract/exact-time'
import { type Audience, audienceOf, NEXT_UPDATE_FIELD, RESTORED_TYPE } from '@aviary/contract/messages/rules'
import type { MessageDraft } from '@aviary/contract/messages/schemas'
import type { Db } from '../../database/open.ts'
import { fault } from '../../http/errors.ts'
import {
  addressOutside,
  type Fact,
  formatHeadline,
  getEarlierMails,
  inEachLanguage,
  type MailParts,
  type MailSettings,
  type MessageCriteria,
  mailTexts,
  renderContent,
  severityWord,
  statusPageLink,
  withStructureStyles,
} from '../../mail/public.ts'
import { getIncidentPlaces, type IncidentRow } from '../incidents/public.ts'
import { getIncidentPage, getPublicId } from '../published/public.ts'
import { getDataCenterNames, getServiceNames } from '../reference/public.ts'
import type { AlertTypeRow } from './queries.ts'

/** The criteria that select the recipients, and whether the mails may go to external domains. */
export async function getAudienceAndCriteria(
  db: Db,
  { incident, type }: { incident: IncidentRow; type: AlertTypeRow },
  { internalDomains }: MailSettings,
): Promise<{ audience: Audience; criteria: MessageCriteria }> {
  const audience = audienceOf(incident.isInternal, type.name)
  const places = (await getIncidentPlaces(db, [incident.incidentId]))(incident.incidentId)
  const criteria: MessageCriteria = {
    category: incident.priorityType,
    ...places,
    alertType: type.alertTypeId,
    domains: audience === 'INTERNAL' ? internalDomains : undefined,
  }
  return { audience, criteria }
}

/** The fields of a message that its mails show besides the body. */
export type MailFields = Pick<
  MessageDraft,
  'impact' | 'root_cause' | 'corrective_measures' | 'solution' | 'email_template_data' | 'next_update_due'
>

/** The text of an e-mail field; an empty field for the next update shows the promised time. */
function getFieldText(name: string, draft: MailFields, locale: string): string | undefined {
  const typed = draft.email_template_data?.[name]?.trim()
  return !typed && name === NEXT_UPDATE_FIELD ? getNextUpdateText(draft, locale) : typed
}

const getNextUpdateText = ({ next_update_due }: MailFields, locale: string): string | undefined =>
  next_update_due ? formatMoment(new Date(next_update_due), locale) : undefined

/** Date and time in UTC, in the format of the language. */
export const formatMoment = (moment: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { ...EXACT_TIME, timeZone: 'UTC' }).format(moment)

/**
 * spec 1 §5: with broadcast Y every e-mail field must be filled. `exceptFor` names one field that may be empty.
 */
export function refuseEmptyFields(type: AlertTypeRow, draft: MailFields, exceptFor?: string): void {
  const empty = type.emailFields.find(
    ({ system_name: name }) => name !== exceptFor && !getFieldText(name, draft, FALLBACK_LOCALE),
  )
  if (empty) throw fault(`email_template_data.${empty.system_name}`, `${empty.display_name} required`)
}

type Parts = {
  incident: IncidentRow
  type: AlertTypeRow
  draft: MailFields
  /** Sanitized bodies by language. */
  bodies: Record<string, string>
  correction?: Correction | undefined
}

/** Data that only the mails of a correction need. */
type Correction = {
  messageId: number
  audience: Audience
  /** When the text before the correction was last mailed. */
  mailedAt: Date
  /** The mailed texts that the correction replaces. */
  texts: readonly { locale: string; version: number }[]
  /** Differences from the mailed text, by language. Takes seconds for long texts. */
  compare: () => Promise<Record<string, MailParts['changes']>>
}

type Mails = { facts: Facts; contents: Awaited<ReturnType<typeof renderContents>> }

/** Renders the mails of a message, one per language. Reuses the mails of `before` if the facts are unchanged. */
export async function renderMails(
  db: Db,
  parts: Parts,
  { settings, before }: { settings: MailSettings; before?: Mails | undefined },
): Promise<Mails> {
  const facts = await getFacts(db, parts)
  if (before && isDeepStrictEqual(facts, before.facts)) return before
  return { facts, contents: await renderContents(facts, parts, settings) }
}

export type Facts = Awaited<ReturnType<typeof getFacts>>

/** Facts about the incident and the message type that the mails state. */
export async function getFacts(
  db: Db,
  { incident, type, correction }: Pick<Parts, 'incident' | 'type' | 'correction'>,
) {
  const { incidentId } = incident
  const places = (await getIncidentPlaces(db, [incidentId]))(incidentId)
  const [serviceNames, dataCenterNames] = [await getServiceNames(db), await getDataCenterNames(db)]
  const audience = correction?.audience ?? audienceOf(incident.isInternal, type.name)
  const headline = {
    severity: incident.severity,
    services: places.services.map((name) => serviceNames.get(name) ?? name),
    dataCenters: places.dataCenters.map((name) => dataCenterNames.get(name) ?? name),
  }
  const messageId = correction?.messageId
  const earlier = await getEarlierMails(db, { incidentId, audience, messageId })
  return {
    jiraId: incident.jiraId,
    startDate: incident.startDate,
    headline,
    subject: earlier.headline ?? headline,
    thread: earlier.thread,
    /** Position among the incident's messages to people outside; undefined in internal mails and corrections. */
    number: audience === 'INTERNAL' || correction ? undefined : earlier.messages + 1,
    isOver: type.name === RESTORED_TYPE || incident.status.toUpperCase() === 'RESOLVED',
    type: { name: type.name, translations: type.translations, emailFields: type.emailFields },
    corrects: correction && { mailedAt: correction.mailedAt, texts: correction.texts },
    isInternal: audience === 'INTERNAL',
    page: await getIncidentPage(db, incidentId),
  }
}

/** Mail programs group mails by `thread`, which stays the same when the incident gets another id. */
export const getSeries = async (
  db: Db,
  { incidentId, priorityType }: IncidentRow,
  { thread }: Pick<Facts, 'thread'>,
) => ({
  list: priorityType === 'P1' ? ('p1' as const) : ('p2' as const),
  thread: thread ?? `incident.${await getPublicId(db, 'incident', incidentId)}`,
})

/** Renders one mail for each language in which the message has a body. */
async function renderContents(facts: Facts, { draft, bodies, correction }: Parts, settings: MailSettings) {
  const { jiraId, type, headline, isInternal, page } = facts
  const changes = await correction?.compare()
  return inEachLanguage({ [FALLBACK_LOCALE]: '', ...bodies }, (locale, bodyHtml) => {
    const texts = mailTexts(locale)
    const typeName = type.translations[locale] || type.name
    const number = (facts.number ?? 1) > 1 ? ` (${facts.number})` : ''
    const mark = correction ? `${texts.correction}: ` : ''
    return renderContent({
      locale,
      providerName: settings.providerName,
      // The same in all mails of an incident, because some programs sort mails into conversations by it.
      subject: formatHeadline(facts.subject, locale),
      sign: facts.isOver
        ? { shape: 'OVER', word: typeName }
        : { shape: headline.severity, word: severityWord(headline.severity, locale) },
      heading: `${mark}${formatHeadline(headline, locale)} — ${typeName}${number}`,
      bodyHtml: withStructureStyles(bodyHtml),
      facts: getRows(facts, { draft, locale }),
      changes: changes?.[locale],
      link: isInternal
        ? { text: texts.details, address: `${settings.publicUrl}/details/${encodeURIComponent(jiraId)}` }
        : statusPageLink(addressOutside(settings.statusSite, { page, locale }), texts),
      isInternal,
      because: 'subscribed',
    })
  })
}

type WrittenFields = { draft: MailFields; locale: string }

/** Rows of the mail, as label and text. Empty rows are left out. */
export function getRows(facts: Facts, { draft, locale }: WrittenFields): Fact[] {
  const { type, headline, startDate, corrects } = facts
  const texts = mailTexts(locale)
  const hasNextUpdateField = type.emailFields.some(({ system_name }) => system_name === NEXT_UPDATE_FIELD)
  const due = draft.next_update_due ? new Date(draft.next_update_due) : undefined
  const rows: [string, string | undefined, (Date | undefined)?][] = [
    [texts.impact, draft.impact],
    [texts.rootCause, draft.root_cause],
    [texts.correctiveMeasures, draft.corrective_measures],
    [texts.solution, draft.solution],
    [texts.services, headline.services.join(', ')],
    [texts.dataCenters, headline.dataCenters.join(', ')],
    [texts.started, formatMoment(startDate, locale), startDate],
    [texts.corrects, corrects && formatMoment(corrects.mailedAt, locale), corrects?.mailedAt],
    ...type.emailFields.map((field): [string, string | undefined, (Date | undefined)?] => {
      const text = getFieldText(field.system_name, draft, locale)
      // A text that somebody typed is no time, whatever it says.
      const isDue = field.system_name === NEXT_UPDATE_FIELD && text === getNextUpdateText(draft, locale)
      return [field.translations?.[locale] || field.display_name, text, isDue ? due : undefined]
    }),
    [texts.nextUpdate, hasNextUpdateField ? undefined : getNextUpdateText(draft, locale), due],
    [texts.reference, facts.isInternal ? facts.jiraId : undefined],
  ]
  return rows.flatMap(([label, text, at]) => (text?.trim() ? [[label, text.trim(), at] as const] : []))
}
