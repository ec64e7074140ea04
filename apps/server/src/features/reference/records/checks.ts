import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { isInternalTitle, ROOT_CAUSE_TITLES } from '@aviary/contract/incidents/rules'
import type { EmailField, ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import type { ReferenceKind } from '@aviary/contract/reference/rules'
import { toOneLine } from '@aviary/contract/wire'
import { InvalidInput } from '../../../http/errors.ts'
import { findNameFaults, type Named } from './check-names.ts'
import { nameOf, WORDS } from './kinds.ts'

/** A fault in one field of a record. */
export type FieldFault = { path: string; message: string }

export const recordFault = ({ path, message }: FieldFault): InvalidInput =>
  new InvalidInput(`body.record.${path}: ${message}`, [{ path: `body.record.${path}`, message }])

/** Throws InvalidInput if another record of the kind already has one of the record's names. */
export function refuseTakenNames(others: readonly ReferenceRecord[], record: Named): void {
  const fault = findNameFaults([...others, record]).find((found) => found.record === record)
  if (fault) throw recordFault(fault)
}

/** Finds the fault in the key of a new record, if there is one. */
export function findKeyFault(
  records: readonly ReferenceRecord[],
  kind: ReferenceKind,
  key: string,
): FieldFault | undefined {
  // Refuses a key such as `constructor`, which would be mistaken for a property that every object has.
  if (key in {} || toOneLine(key) !== key)
    return { path: 'key', message: `'${toOneLine(key)}' cannot be a key; use another one` }
  const isTaken = records.some((record) => record.key.toLowerCase() === key.toLowerCase())
  return isTaken ? { path: 'key', message: `there is a ${WORDS[kind]} '${key}' already` } : undefined
}

/** Why an alert type cannot have this name now; undefined if it can. */
export function faultOfAlertTypeName(before: string, after: string): string | undefined {
  if (before === after) return undefined
  if (ROOT_CAUSE_TITLES.includes(before))
    return `'${before}' keeps its name: the history finds root causes by it. Translations can be given`
  if (isInternalTitle(before) !== isInternalTitle(after))
    return isInternalTitle(before)
      ? `'internal' must stay in the name: it keeps the messages from being mailed outside`
      : `'internal' in the name would make this type internal; create another type for that`
  return undefined
}

type Translated = {
  kind: ReferenceKind
  translations?: Record<string, string>
  email_fields?: readonly EmailField[]
}

/** Lists the faults in the translations of a record, and in the e-mail fields of an alert type. */
export function findTranslationFaults(record: Translated, languages: readonly string[]): FieldFault[] {
  const { translations = {}, email_fields: fields = [] } = record
  const names = new Set<string>()
  return [
    ...faultsOfLanguages(translations, 'translations', languages),
    ...fields.flatMap(({ system_name, translations: texts }, index) => {
      const path = `email_fields.${index}`
      const isTwice = names.has(system_name)
      names.add(system_name)
      return [
        ...(isTwice ? [{ path: `${path}.system_name`, message: `'${system_name}' is listed twice` }] : []),
        ...faultsOfLanguages(texts, `${path}.translations`, languages),
      ]
    }),
  ]
}

function faultsOfLanguages(
  texts: Record<string, string>,
  path: string,
  languages: readonly string[],
): FieldFault[] {
  const others = languages.filter((language) => language !== FALLBACK_LOCALE)
  return Object.keys(texts)
    .filter((language) => !others.includes(language))
    .map((language) => ({ path: `${path}.${language}`, message: `use some of ${others.join(', ')}` }))
}

/** Whether at least one record of the kind must stay in use, because a form needs one. */
export const isNeeded = (kind: ReferenceKind): boolean => NEEDED.includes(kind)

const NEEDED: readonly ReferenceKind[] = ['service', 'data_center', 'alert_type', 'comm_type']

/** Why an alert type for root causes can never be retired or deleted; undefined for every other record. */
export const faultOfRootCause = (record: ReferenceRecord): string | undefined =>
  record.kind === 'alert_type' && ROOT_CAUSE_TITLES.includes(record.name)
    ? `'${record.name}' stays in use: the history finds root causes by this name`
    : undefined

/** Why a record cannot be retired; undefined if it can. */
export function faultOfRetiring(
  records: readonly ReferenceRecord[],
  record: ReferenceRecord,
): string | undefined {
  const rootCause = faultOfRootCause(record)
  if (rootCause || !isNeeded(record.kind)) return rootCause
  const isLeft = records.some((other) => other.key !== record.key && isAlike(other, record))
  if (isLeft) return undefined
  const scope = record.kind === 'alert_type' ? ` of ${record.priority_type}` : ''
  return `${capitalized(nameOf(record))} is the last ${WORDS[record.kind]}${scope} in use; create another one first`
}

const isAlike = (other: ReferenceRecord, record: ReferenceRecord): boolean =>
  other.is_retired === 'N' &&
  (other.kind !== 'alert_type' ||
    record.kind !== 'alert_type' ||
    other.priority_type === record.priority_type)

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
