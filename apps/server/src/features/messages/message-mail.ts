import { isDeepStrictEqual } from 'node:util'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { EXACT_TIME } from '@aviary/contract/exact-time'
import { type Audience, audienceOf, NEXT_UPDATE_FIELD } from '@aviary/contract/messages/rules'
import type { MessageDraft } from '@aviary/contract/messages/schemas'
import type { Db } from '../../database/open.ts'
import { fault } from '../../http/errors.ts'
import {
  inEachLanguage,
  type MailParts,
  type MailSettings,
  type MessageCriteria,
  mailTexts,
  renderContent,
  withStructureStyles,
} from '../../mail/public.ts'
import { getIncidentPlaces, type IncidentRow } from '../incidents/public.ts'
import { getDataCenterNames, getServiceNames, joinDisplayNames } from '../reference/public.ts'
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
  next_update_due ? formatNextUpdate(new Date(next_update_due), locale) : undefined

export const formatNextUpdate = (due: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { ...EXACT_TIME, timeZone: 'UTC' }).format(due)

/**
 * spec 1 §5: with broadcast Y every e-mail field must be filled; `exceptFor` may be empty.
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
  audience: Audience
  /** When the text before the correction was last mailed. */
  mailedAt: Date
  /** The mailed texts that the correction replaces. */
  texts: readonly { locale: string; version: number }[]
  /** What changed, by language. Takes seconds for long texts. */
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

type Facts = Awaited<ReturnType<typeof getFacts>>

/** Facts about the incident and the message type that the mails state. */
async function getFacts(db: Db, { incident, type, correction }: Parts) {
  const places = (await getIncidentPlaces(db, [incident.incidentId]))(incident.incidentId)
  return {
    jiraId: incident.jiraId,
    startDate: incident.startDate,
    services: joinDisplayNames(places.services, await getServiceNames(db)),
    dataCenters: joinDisplayNames(places.dataCenters, await getDataCenterNames(db)),
    type: { name: type.name, translations: type.translations, emailFields: type.emailFields },
    corrects: correction && { mailedAt: correction.mailedAt, texts: correction.texts },
    isInternal: (correction?.audience ?? audienceOf(incident.isInternal, type.name)) === 'INTERNAL',
  }
}

/** Renders one mail for each language in which the message has a body. */
async function renderContents(facts: Facts, { draft, bodies, correction }: Parts, settings: MailSettings) {
  const { jiraId, type, services, dataCenters, startDate } = facts
  const changes = await correction?.compare()
  return inEachLanguage({ [FALLBACK_LOCALE]: '', ...bodies }, (locale, bodyHtml) => {
    const texts = mailTexts(locale)
    const typeName = type.translations[locale] || type.name
    const mark = correction ? `${texts.correction}: ` : ''
    return renderContent({
      locale,
      providerName: settings.providerName,
      subject: `${mark}[${jiraId}] ${typeName}${services && `: ${services}`}`,
      heading: `${mark}${jiraId}: ${typeName}`,
      facts: [
        [texts.services, services],
        [texts.dataCenters, dataCenters],
        [texts.started, toMinute(startDate)],
        ...(correction ? [[texts.corrects, toMinute(correction.mailedAt)] as const] : []),
      ],
      bodyHtml: withStructureStyles(bodyHtml),
      particulars: getParticulars({ type, draft, locale }),
      changes: changes?.[locale],
      link: {
        text: texts.details,
        address: `${settings.publicUrl}/details/${encodeURIComponent(jiraId)}`,
      },
      isInternal: facts.isInternal,
      because: 'subscribed',
    })
  })
}

const toMinute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

type WrittenFields = { type: Facts['type']; draft: MailFields; locale: string }

function getParticulars({ type, draft, locale }: WrittenFields) {
  const texts = mailTexts(locale)
  const hasNextUpdateField = type.emailFields.some(({ system_name }) => system_name === NEXT_UPDATE_FIELD)
  const particulars: [string, string | undefined][] = [
    [texts.impact, draft.impact],
    [texts.rootCause, draft.root_cause],
    [texts.correctiveMeasures, draft.corrective_measures],
    [texts.solution, draft.solution],
    ...type.emailFields.map((field): [string, string | undefined] => [
      field.translations?.[locale] || field.display_name,
      getFieldText(field.system_name, draft, locale),
    ]),
    [texts.nextUpdate, hasNextUpdateField ? undefined : getNextUpdateText(draft, locale)],
  ]
  return particulars.flatMap(([label, text]) => (text?.trim() ? [[label, text.trim()] as const] : []))
}
