import type { ReactNode } from 'react'
import type { Compared } from '../../ui/ChangedMeanwhile.tsx'
import { changedFields, mergedValues } from './keep-mine.ts'
import { useDraft } from './use-draft.ts'

/** Of what an edit was made: it is refused when the record has another one by then. */
export type Versioned = { version: number | string }
export type Texts<Values> = Record<keyof Values & string, string>

export type EditedOf<Row, Values> = {
  record: Row | undefined
  valuesOf: (row: Row) => Values
  empty: Values
  /** What each field says, in words; the same where the field is. */
  textsOf: (values: Values) => Texts<Values>
  /** What each field is called. */
  names: Texts<Values>
}

/** Of a record whose own save may be heard of before an older read of it arrives. */
export const isNewer = (now: Versioned, then: Versioned): boolean => now.version > then.version

type Shown<Values> = Partial<Record<keyof Values & string, ReactNode>>

/** Where a form compares otherwise than it displays. */
type ComparedEdit<Row, Values> = {
  record: Row | undefined
  valuesOf: (row: Row) => Values
  empty: Values
  /** The fields that the form has: each as a text that is the same where the field says the same. */
  comparable: (values: Values) => Partial<Texts<Values>>
  /** What each field says, for people. */
  textsOf?: (values: Values) => Shown<Values>
  /** In the order in which they are shown. */
  names?: Partial<Texts<Values>>
  /** What cannot be changed any more. */
  fixed?: Partial<Values> | undefined
  /** Fields that belong to the edit and not to the record: "Keep mine" keeps them. */
  ownFields?: readonly (keyof Values & string)[]
  /** Whether the record is another one than `base`; told by its version unless set. */
  isOther?: (record: Row, base: Row) => boolean
}

/**
 * What is typed in a form, kept under `name` until it is saved or given up, and what the record was when it was begun.
 * `record` is as it is now, also when somebody else has changed it since; undefined for a new one.
 */
export function useEdited<Row extends Versioned, Values extends object>(
  name: string,
  options: EditedOf<Row, Values> | ComparedEdit<Row, Values>,
) {
  const { record, valuesOf, empty } = options
  const {
    comparable,
    textsOf,
    names,
    fixed,
    ownFields = [],
    isOther,
  }: ComparedEdit<Row, Values> = 'comparable' in options
    ? options
    : { ...options, comparable: options.textsOf }
  const begun = { base: record ?? null, values: record ? valuesOf(record) : empty }
  const { values: draft, change, forget } = useDraft(name, begun)
  const { base } = draft
  const baseValues = base ? valuesOf(base) : empty
  // A draft may be older than a field of the form.
  const values = { ...baseValues, ...draft.values, ...fixed }
  const before = comparable(baseValues)
  const changesIn = (after: Values) => {
    const texts = comparable(after)
    return changedFields(Object.keys(names ?? texts) as (keyof Texts<Values>)[], before, texts)
  }
  const touched = changesIn(values)
  const differs = isOther ?? ((now: Row, then: Row) => now.version !== then.version)
  return {
    base,
    values,
    version: base?.version as Row['version'] | undefined,
    isDirty: touched.length > 0,
    /** Somebody else saved it meanwhile. */
    isOutdated: record !== undefined && base !== null && differs(record, base),
    /** What they made of it, beside what was typed. */
    theirChanges: (): Compared[] => {
      if (!record || !textsOf) return []
      const [theirs, mine] = [textsOf(valuesOf(record)), textsOf(values)]
      return changesIn(valuesOf(record)).map((key) => ({
        key,
        name: names?.[key] ?? key,
        theirs: theirs[key],
        mine: touched.includes(key) ? mine[key] : undefined,
      }))
    },
    write: (changes: Partial<Values>) => change({ values: { ...values, ...changes } }),
    takeTheirs: () => record && change({ base: record, values: valuesOf(record) }),
    keepMine: () =>
      record &&
      change({
        base: record,
        values: mergedValues(valuesOf(record), values, [...touched, ...ownFields]),
      }),
    forget,
  }
}
