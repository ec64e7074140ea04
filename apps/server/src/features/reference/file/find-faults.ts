import type { ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import type { ReferenceKind } from '@aviary/contract/reference/rules'
import { findNameFaults, type Named } from '../records/check-names.ts'
import {
  type FieldFault,
  faultOfRootCause,
  findKeyFault,
  findTranslationFaults,
  isNeeded,
} from '../records/checks.ts'
import { isCreatedKind, nameOf, WORDS } from '../records/kinds.ts'
import { findEditFaults } from '../records/update-record.ts'
import { toEdited } from './line.ts'
import { hasId, isNamed, type MatchedLine } from './match.ts'

export type LineFault = { line: number; message: string }

type Lists = { records: readonly ReferenceRecord[]; languages: readonly string[] }

/** All faults that keep the lines of one kind from being stored. */
export function findFaults(kind: ReferenceKind, matched: readonly MatchedLine[], lists: Lists): LineFault[] {
  const missing = lists.records.filter((record) => !matched.some(({ before }) => before === record))
  const staying = isCreatedKind(kind) ? [] : missing
  return [
    ...matched.flatMap((entry) =>
      findFieldFaults(entry, lists).map(({ path, message }) => ({
        line: entry.line,
        message: `${path}: ${message}`,
      })),
    ),
    ...findDoubleNames(matched, staying),
    ...findMissing(kind, { matched, missing }),
  ]
}

function findFieldFaults({ record, before }: MatchedLine, { records, languages }: Lists): FieldFault[] {
  if (!before) {
    if (!isCreatedKind(record.kind)) {
      const known = records.map(({ key }) => key).join(', ')
      return [
        { path: 'key', message: `there is no ${WORDS[record.kind]} '${record.key}'; known are ${known}` },
      ]
    }
    const keyFault = hasId(record) ? undefined : findKeyFault([], record.kind, record.key)
    return [...(keyFault ? [keyFault] : []), ...findTranslationFaults(record, languages)]
  }
  const faults = findEditFaults(before, toEdited(record, before.key), languages)
  const needed = faultOfRootCause(before)
  if (needed && 'is_retired' in record && record.is_retired === 'Y')
    faults.push({ path: 'is_retired', message: needed })
  // Lines are written one after the other, so a line cannot take a name that another stored record still has.
  const other = records.find((type) => type !== before && hasId(record) && isNamed(type, record))
  if (other)
    faults.push({
      path: 'name',
      message: `is still the name of ${nameOf(other)}; rename that one in an import before`,
    })
  return faults
}

/**
 * Names, keys and aliases that occur in two lines, or in a line and in a record that stays without a line.
 */
function findDoubleNames(matched: readonly MatchedLine[], staying: readonly Named[]): LineFault[] {
  const byName = new Map<Named, number>()
  const named = matched.flatMap(({ line, record }) => {
    if (!('name' in record)) return []
    byName.set(record, line)
    return [record]
  })
  const names = findNameFaults([...staying, ...named]).flatMap(({ record, path, message }) => {
    const line = byName.get(record)
    return line === undefined ? [] : [{ line, message: `${path}: ${message}` }]
  })
  const lines = new Map<string, number>()
  const keys = matched.flatMap(({ line, record }) => {
    const earlier = lines.get(record.key)
    if (earlier === undefined) lines.set(record.key, line)
    return earlier === undefined
      ? []
      : [{ line, message: `key: '${record.key}' is on line ${earlier} already` }]
  })
  return [...keys, ...names.filter(({ line }) => !keys.some((fault) => fault.line === line))]
}

type Compared = { matched: readonly MatchedLine[]; missing: readonly ReferenceRecord[] }

/**
 * Faults for records that the file leaves out although something needs them, and for a needed kind whose
 * records would all be retired. Reported at the last line of the kind.
 */
function findMissing(kind: ReferenceKind, { matched, missing }: Compared): LineFault[] {
  if (!isCreatedKind(kind)) return []
  const line = matched.at(-1)?.line ?? 0
  const inUse = missing.filter((record) => record.is_used === 'Y' || faultOfRootCause(record) !== undefined)
  const faults = inUse.map((record) => ({
    line,
    message: `${nameOf(record)} is in use and has no line; give it one, with "is_retired": "Y" if it is not to be offered`,
  }))
  const left = matched.flatMap(({ record }) =>
    'is_retired' in record && record.is_retired === 'N' ? record : [],
  )
  const scopes = kind === 'alert_type' ? (['P1', 'P2'] as const) : [undefined]
  const empty = scopes.filter(
    (scope) => !left.some((record) => !('priority_type' in record) || record.priority_type === scope),
  )
  if (!isNeeded(kind)) return faults
  return [
    ...faults,
    ...empty.map((scope) => ({
      line,
      message: `no ${WORDS[kind]}${scope ? ` of ${scope}` : ''} would be left in use`,
    })),
  ]
}
