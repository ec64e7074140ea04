import type { ChangeRecord } from '@aviary/contract/changes/record'
import type * as endpoints from '@aviary/contract/ingest/endpoints'
import type { UnknownName } from '@aviary/contract/ingest/schemas'
import type { Db } from '../../database/open.ts'
import { type ChangeRow, getChangeToMerge, ingestChanges } from '../../features/changes/public.ts'
import { getKnownNames, listDataCenters, listServices } from '../../features/reference/public.ts'
import { leftOut, matchNames, namesOfUnknown } from '../foreign.ts'
import { type ChangeFields, type JiraChange, readChange } from './read-change.ts'
import type { IssueEvent } from './read-issue.ts'

/** The outcome of an issue, and the unknown names that were left out. */
export type IngestedIssue = endpoints.WebhookOutcome & { names?: UnknownName[] }

type Options = { fields: ChangeFields; now: Date }

/** Ingests an issue as a manual change. Unknown names are left out and reported, so that no change is lost. */
export async function ingestChange(db: Db, event: IssueEvent, options: Options): Promise<IngestedIssue> {
  const { key, isDeleted, updatedAt } = event
  const stored = await getChangeToMerge(db, { source: 'jira', source_key: key })
  const known = stored?.sourceUpdatedAt
  if (known && updatedAt && updatedAt < known)
    return { outcome: 'older than what is known', detail: `${key} is known as of ${known.toISOString()}` }
  if (isDeleted && !stored) return { outcome: 'unchanged', detail: `${key} is not known here` }

  const change = readChange(event, options.fields)
  const services = matchNames(change.services ?? [], await listServices(db))
  const dataCenters = matchNames(change.dataCenters ?? [], await listDataCenters(db))
  const matchedNames = {
    services: change.services ? services.known : (stored?.services ?? []),
    data_centers: change.dataCenters ? dataCenters.known : (stored?.dataCenters ?? []),
    cis: change.cis ?? stored?.cis ?? [],
  }
  const times = timesOf(change, stored, updatedAt ?? options.now)
  const record: ChangeRecord = {
    source: 'jira',
    key,
    change_type: 'manual',
    ticket_id: key,
    summary: change.summary ?? stored?.summary ?? key,
    description: change.description ?? stored?.description ?? '',
    status: isDeleted ? 'Deleted' : (change.status ?? stored?.status ?? null),
    ...times.record,
    submitted_by: keep(change.submittedBy, stored?.submittedBy),
    ...matchedNames,
    master_approval_entity_id: keep(change.incident, stored?.masterApprovalEntityId),
    company_id: keep(change.companyId, stored?.companyId),
  }
  const counts = await ingestChanges(db, [record], {
    known: await getKnownNames(db),
    now: options.now,
    ...(updatedAt ? { sourceUpdatedAt: updatedAt } : {}),
  })
  const unknown = { services: services.unknown, dataCenters: dataCenters.unknown }
  const left = leftOut(unknown) + times.left
  const names = namesOfUnknown(unknown)
  if (counts.unchanged > 0) return { outcome: 'unchanged', detail: `${key} is as it was${left}`, names }
  const became = counts.created > 0 ? 'created' : 'updated'
  return { outcome: 'taken', detail: `${key} was ${became}${left}`, names }
}

/** Keeps the stored value of a field that is missing in the event; an empty field clears it. */
const keep = <T>(reported: T | null | undefined, stored: T | null | undefined): T | null =>
  reported === undefined ? (stored ?? null) : reported

const timeOf = (reported: string | null | undefined, stored: Date | null | undefined): string | null =>
  keep(reported, stored?.toISOString())

/** Times of the change; an end before its start is dropped. */
function timesOf(reported: JiraChange, stored: ChangeRow | undefined, at: Date) {
  const planned = inOrder(
    timeOf(reported.plannedStart, stored?.plannedStart),
    timeOf(reported.plannedEnd, stored?.plannedEnd),
  )
  const actual = inOrder(
    timeOf(reported.actualStart, stored?.actualStart),
    timeOf(reported.actualEnd, stored?.actualEnd),
  )
  const done = reported.doneAt ?? stored?.submittedOn?.toISOString() ?? at.toISOString()
  const left = [planned.isWrong && 'planned', actual.isWrong && 'actual'].filter(Boolean)
  return {
    record: {
      planned_start: planned.start,
      planned_end: planned.end,
      actual_start: actual.start,
      actual_end: actual.end,
      submitted_on:
        reported.isDone === undefined
          ? timeOf(undefined, stored?.submittedOn)
          : reported.isDone
            ? done
            : null,
      created_on: reported.createdOn ?? stored?.createdOn.toISOString() ?? null,
    },
    left: left.map((name) => `; left out: the ${name} end, which is before the start`).join(''),
  }
}

function inOrder(start: string | null, end: string | null) {
  const isWrong = start !== null && end !== null && Date.parse(end) < Date.parse(start)
  return { start, end: isWrong ? null : end, isWrong }
}
