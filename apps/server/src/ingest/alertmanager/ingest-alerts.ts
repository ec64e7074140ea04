import { cutText } from '@aviary/contract/cut-text'
import type * as endpoints from '@aviary/contract/ingest/endpoints'
import type { SiteLinks } from '../../features/published/public.ts'
import { getKnownNames } from '../../features/reference/public.ts'
import { ingestStatus } from '../../features/status/public.ts'
import type { Call } from '../../http/call.ts'
import { leftOut } from '../foreign.ts'
import type { Refusals } from '../refusals.ts'
import { type AlertFault, type ReadAlerts, readAlerts } from './read-alerts.ts'

const MAX_LISTED = 100

/**
 * Ingests the alerts whose service and data center are known, and reports the others. Answers 200 even if
 * none is known, because Alertmanager does not resend a refused notification.
 */
export async function ingestAlerts(
  call: Call<typeof endpoints.alertmanagerWebhook>,
  refusals: Refusals,
  links: SiteLinks,
): Promise<endpoints.WebhookOutcome> {
  const { db, now } = call
  const known = await getKnownNames(db)
  const read = readAlerts(call.body, known, now)
  const { records, faults, unlabelled } = read
  const ignored =
    unlabelled.length > 0 ? `; ${unlabelled.length} without the labels service and data_center` : ''
  // Alertmanager shows its answers to nobody: the audit log is where people find why an alert is missing.
  call.audit({ without_labels: unlabelled.slice(0, MAX_LISTED) })
  if (records.length + faults.length === 0) {
    const detail = `0 alerts${ignored}`
    call.audit({ detail })
    return { outcome: 'not for Aviary', detail }
  }

  const counts = await ingestStatus(db, records, { known, now, links })
  call.changed(...counts.topics)
  const refused = refusedIn(read)
  const detail = `${counts.updated} of ${records.length + refused} alerts were news${ignored}${unknownIn(faults)}`
  const messages = faults.slice(0, MAX_LISTED).map(messageOf)
  call.audit({ detail, refused, faults: messages, alerts: records.slice(0, MAX_LISTED).map(forAudit) })
  await refusals.note(call, 'alertmanager', {
    records: new Set(faults.map(({ index }) => index)).size,
    names: faults.map(({ unknown }) => unknown),
  })
  return { outcome: counts.updated > 0 ? 'taken' : 'unchanged', detail, refused, faults: messages }
}

const refusedIn = ({ faults }: ReadAlerts): number =>
  new Set(faults.flatMap(({ index, isIngested }) => (isIngested ? [] : index))).size

function unknownIn(faults: readonly AlertFault[]): string {
  const namesOf = (kind: string) => [
    ...new Set(faults.flatMap(({ unknown }) => (unknown.kind === kind ? unknown.name : []))),
  ]
  return leftOut({
    services: namesOf('service'),
    dataCenters: namesOf('data center'),
    severities: namesOf('severity'),
  })
}

function messageOf({ index, alert, unknown, isIngested, isRetired }: AlertFault) {
  const name = `${unknown.kind} '${cutText(unknown.name, 100)}'`
  if (isRetired) return { index, alert, message: `the ${name} is retired` }
  return { index, alert, message: `unknown ${name}${isIngested ? ': taken as PERFORMANCE' : ''}` }
}

const forAudit = ({ service, data_center, status, source, at }: ReadAlerts['records'][number]) => ({
  ...{ service, data_center, status },
  ...{ source, at },
})
