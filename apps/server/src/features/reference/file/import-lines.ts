import { isDeepStrictEqual } from 'node:util'
import type { ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import { ORDERED_KINDS, REFERENCE_KINDS, type ReferenceKind } from '@aviary/contract/reference/rules'
import type { Row } from '../../../csv/row.ts'
import type { Db } from '../../../database/open.ts'
import { lockNamesAlone } from '../name-lock.ts'
import { keyFromName } from '../records/key-of-name.ts'
import { isAliasedKind, isCreatedKind } from '../records/kinds.ts'
import { listRecords } from '../records/list-records.ts'
import * as queries from '../records/queries.ts'
import { forgetKnownNames } from '../records/unknown/forget.ts'
import { insertRecord, updateRecord } from '../records/write-record.ts'
import { findFaults, type LineFault } from './find-faults.ts'
import { applyDomains, type DomainChange, planDomains } from './import-domains.ts'
import { toEdited, toNew } from './line.ts'
import { isUnchanged, type MatchedLine, matchLines } from './match.ts'
import { readLines } from './read-lines.ts'

type RecordChange = {
  kind: ReferenceKind
  before: ReferenceRecord | null
  after: ReferenceRecord | null
}
export type ImportedReference = {
  /** Records that were created, changed or deleted. */
  changes: (RecordChange | DomainChange)[]
  /** Lines that changed nothing. */
  unchanged: number
  /** Kinds whose order changed. */
  reordered: ReferenceKind[]
}

/** The lines of one kind in a file, and the stored records of that kind. */
type Plan = {
  kind: ReferenceKind
  matched: readonly MatchedLine[]
  records: readonly ReferenceRecord[]
}

/**
 * Writes the records of a file in the caller's transaction. The file is complete for each kind that it
 * contains. A record that it leaves out is deleted, or is a fault if something refers to it; records of fixed
 * kinds stay. If there are faults, returns all of them and writes nothing.
 */
export async function importReferenceLines(
  db: Db,
  rows: AsyncIterable<Row>,
  { now, internalDomains }: { now: Date; internalDomains: readonly string[] },
): Promise<ImportedReference | LineFault[]> {
  const { lines, domainLines, faults } = await readLines(rows)
  await queries.lockRecords(db)
  const languages = await queries.listAllLanguages(db)
  const plans: Plan[] = []
  for (const kind of REFERENCE_KINDS) {
    const linesOfKind = lines.filter(({ record }) => record.kind === kind)
    if (linesOfKind.length === 0) continue
    const records = await listRecords(db, kind)
    const matched = matchLines(linesOfKind, records)
    faults.push(...findFaults(kind, matched, { records, languages }))
    plans.push({ kind, matched, records })
  }
  const domains = await planDomains(db, domainLines, internalDomains)
  if (faults.length + domains.faults.length > 0) return [...faults, ...domains.faults]
  if (plans.some((plan) => listDeleted(plan).length > 0)) await lockNamesAlone(db)
  const imported: ImportedReference = { changes: [], unchanged: 0, reordered: [] }
  for (const plan of plans) {
    if (await applyPlan(db, plan, now)) imported.reordered.push(plan.kind)
    const after = await listRecords(db, plan.kind)
    await forgetKnownNames(db, after)
    const changes = listChanges(plan, after)
    imported.changes.push(...changes)
    imported.unchanged += countUnchanged(plan.matched.length, changes)
  }
  if (domains.plan) {
    const changes = await applyDomains(db, domains.plan)
    imported.changes = [...imported.changes, ...changes]
    imported.unchanged += countUnchanged(domainLines.length, changes)
  }
  return imported
}

const countUnchanged = (lines: number, changes: ImportedReference['changes']): number =>
  lines - changes.filter(({ after }) => after !== null).length

const listDeleted = ({ kind, matched, records }: Plan): ReferenceRecord[] =>
  isCreatedKind(kind) ? records.filter((record) => !matched.some(({ before }) => before === record)) : []

/** Returns whether the position of any record changed; false for kinds without an order. */
async function applyPlan(db: Db, plan: Plan, now: Date): Promise<boolean> {
  const { kind, matched, records } = plan
  const deleted = listDeleted(plan)
  if (isCreatedKind(kind)) for (const { key } of deleted) await queries.deleteRow(db, { kind, key })
  // An alias may move from one record to another, so aliases are removed before any are added.
  if (isAliasedKind(kind))
    for (const entry of matched)
      if (entry.before && !isUnchanged(entry))
        await queries.replaceAliases(db, { kind, key: entry.before.key }, [])
  const keys: string[] = []
  for (const entry of matched) keys.push(await applyLine(db, entry, now))
  if (!(ORDERED_KINDS as readonly ReferenceKind[]).includes(kind)) return false
  const others = records.filter((record) => !keys.includes(record.key) && !deleted.includes(record))
  return queries.orderRows(db, kind, [...keys, ...others.map(({ key }) => key)])
}

/** Returns the key of the record. */
async function applyLine(db: Db, entry: MatchedLine, now: Date): Promise<string> {
  const { record, before } = entry
  const key = before?.key ?? (await createFromLine(db, entry))
  if (before && !isUnchanged(entry)) await updateRecord(db, { before, record: toEdited(record, key) }, now)
  if (isCreatedKind(record.kind) && 'is_retired' in record) {
    const isRetired = record.is_retired === 'Y'
    if (isRetired !== (before?.is_retired === 'Y'))
      await queries.retireRow(db, { kind: record.kind, key }, isRetired ? now : null)
  }
  return key
}

async function createFromLine(db: Db, { record }: MatchedLine): Promise<string> {
  const created = toNew(record)
  const position = await queries.nextPosition(db, created.kind)
  // The key of a comm type is its id; its system name is a field of its own.
  const systemName =
    created.kind === 'comm_type'
      ? keyFromName(created.kind, created.name, await queries.listInternalNames(db))
      : record.key
  const key = await insertRecord(db, created, { key: systemName, position })
  if ('former_names' in record && record.former_names.length > 0)
    await queries.updateFormerNames(db, record, record.former_names)
  return key
}

function listChanges({ kind, records }: Plan, after: readonly ReferenceRecord[]): RecordChange[] {
  const findByKey = (list: readonly ReferenceRecord[], key: string) =>
    list.find((record) => record.key === key)
  return [...new Set([...records, ...after].map(({ key }) => key))].flatMap((key) => {
    const [was, is] = [findByKey(records, key) ?? null, findByKey(after, key) ?? null]
    return isDeepStrictEqual(was, is) ? [] : [{ kind, before: was, after: is }]
  })
}
