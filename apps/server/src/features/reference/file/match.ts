import { isDeepStrictEqual } from 'node:util'
import type { ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import { keyOfName } from '../name-key.ts'
import { toAliases, toTranslated } from '../records/write-record.ts'
import { type ReferenceLine, toLine } from './line.ts'

export type NumberedLine = { line: number; record: ReferenceLine }
/** A line, and the stored record that it updates; undefined if the line creates a record. */
export type MatchedLine = NumberedLine & { before: ReferenceRecord | undefined }

/**
 * Finds the record of each line by its key. Ids of types differ between installations: a line of a type means
 * the record with the same name, else the record with the same id.
 */
export function matchLines(
  lines: readonly NumberedLine[],
  records: readonly ReferenceRecord[],
): MatchedLine[] {
  const taken = new Set<ReferenceRecord>()
  const take = (fits: (record: ReferenceRecord) => boolean) => {
    const found = records.find((record) => !taken.has(record) && fits(record))
    if (found) taken.add(found)
    return found
  }
  const named = lines.map(({ record }) =>
    hasId(record) ? take((other) => isNamed(other, record)) : undefined,
  )
  return lines.map(({ line, record }, index) => ({
    ...{ line, record },
    before: named[index] ?? take((other) => other.key === record.key && isOfSamePriority(other, record)),
  }))
}

export const hasId = ({ kind }: ReferenceLine): boolean => kind === 'alert_type' || kind === 'comm_type'

const isOfSamePriority = (record: ReferenceRecord, line: ReferenceLine): boolean =>
  record.kind !== 'alert_type' || line.kind !== 'alert_type' || record.priority_type === line.priority_type

export const isNamed = (record: ReferenceRecord, line: ReferenceLine): boolean =>
  'name' in line &&
  keyOfName(record.kind, record.name) === keyOfName(record.kind, line.name) &&
  isOfSamePriority(record, line)

/**
 * Whether the line would change no field of the stored record. Key and retirement do not count, nor do former
 * names, because a stored record keeps its own.
 */
export const isUnchanged = ({ record, before }: MatchedLine): boolean =>
  before !== undefined && isDeepStrictEqual(toFields(record, before), toFields(toLine(before), before))

function toFields(line: ReferenceLine, before: ReferenceRecord): object {
  const { key: _, is_retired, former_names, ...fields } = line as ReferenceLine & Record<string, unknown>
  return {
    // A line that leaves it out keeps it.
    ...('is_on_status_page' in before ? { is_on_status_page: before.is_on_status_page } : {}),
    ...fields,
    ...('aliases' in line ? { aliases: toAliases(line).toSorted() } : {}),
    ...('translations' in line
      ? { ...toTranslated({ email_fields: [], ...line }), email_fields: undefined }
      : {}),
  }
}
