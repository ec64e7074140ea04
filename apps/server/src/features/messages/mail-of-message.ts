import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { type Audience, audienceOf } from '@aviary/contract/messages/rules'
import type { MessageDraft } from '@aviary/contract/messages/schemas'
import type { Db } from '../../database/open.ts'
import { fault } from '../../http/errors.ts'
import {
  inEachLanguage,
  type MailSettings,
  type MessageCriteria,
  mailTexts,
  renderContent,
  withStructureStyles,
} from '../../mail/public.ts'
import { findPlacesOf, type IncidentRow } from '../incidents/public.ts'
import { findDataCenterNames, findServiceNames, namesOf } from '../reference/public.ts'
import type { AlertTypeRow } from './queries.ts'

/** Whom a message concerns, and whether its mails may leave the house. */
export async function audienceAndCriteria(
  db: Db,
  { incident, type }: { incident: IncidentRow; type: AlertTypeRow },
  { internalDomains }: MailSettings,
): Promise<{ audience: Audience; criteria: MessageCriteria }> {
  const audience = audienceOf(incident.isInternal, type.name)
  const places = (await findPlacesOf(db, [incident.incidentId]))(incident.incidentId)
  const criteria: MessageCriteria = {
    category: incident.priorityType,
    ...places,
    alertType: type.alertTypeId,
    domains: audience === 'INTERNAL' ? internalDomains : undefined,
  }
  return { audience, criteria }
}

/** spec 1 §5: with broadcast Y every e-mail field must be filled. */
export function refuseEmptyFields(type: AlertTypeRow, draft: MessageDraft): void {
  const empty = type.emailFields.find(({ system_name }) => !draft.email_template_data?.[system_name]?.trim())
  if (empty) throw fault(`email_template_data.${empty.system_name}`, `${empty.display_name} required`)
}

type Parts = {
  incident: IncidentRow
  type: AlertTypeRow
  audience: Audience
  draft: MessageDraft
  /** Sanitized, by language. */
  bodies: Record<string, string>
}

/** The mail in each language that the message has a body in. */
export async function contentsOf(db: Db, parts: Parts, settings: MailSettings) {
  const places = (await findPlacesOf(db, [parts.incident.incidentId]))(parts.incident.incidentId)
  const services = namesOf(places.services, await findServiceNames(db))
  const dataCenters = namesOf(places.dataCenters, await findDataCenterNames(db))
  const bodies = { [FALLBACK_LOCALE]: '', ...parts.bodies }
  return inEachLanguage(bodies, (locale, bodyHtml) => {
    const texts = mailTexts(locale)
    const { incident, type, draft } = parts
    return renderContent({
      locale,
      providerName: settings.providerName,
      subject: `[${incident.jiraId}] ${type.name}${services && `: ${services}`}`,
      heading: `${incident.jiraId}: ${type.name}`,
      facts: [
        [texts.services, services],
        [texts.dataCenters, dataCenters],
        [texts.started, `${incident.startDate.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
      ],
      bodyHtml: withStructureStyles(bodyHtml),
      particulars: particularsOf(type, draft, texts),
      link: {
        text: texts.details,
        address: `${settings.publicUrl}/details/${encodeURIComponent(incident.jiraId)}`,
      },
      isInternal: parts.audience === 'INTERNAL',
      because: 'subscribed',
    })
  })
}

function particularsOf(type: AlertTypeRow, draft: MessageDraft, texts: ReturnType<typeof mailTexts>) {
  const told: [string, string | undefined][] = [
    [texts.impact, draft.impact],
    [texts.rootCause, draft.root_cause],
    [texts.correctiveMeasures, draft.corrective_measures],
    [texts.solution, draft.solution],
    ...type.emailFields.map((field): [string, string | undefined] => [
      field.display_name,
      draft.email_template_data?.[field.system_name],
    ]),
  ]
  return told.flatMap(([label, text]) => (text?.trim() ? [[label, text.trim()] as const] : []))
}
