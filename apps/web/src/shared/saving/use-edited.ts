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

/**
 * What is typed in a form, kept under `name` until it is saved or given up, and what the record was when it was begun.
 * `record` is as it is now, also when somebody else has changed it since; undefined for a new one.
 */
export function useEdited<Row extends Versioned, Values extends object>(
  name: string,
  { record, valuesOf, empty, textsOf, names }: EditedOf<Row, Values>,
) {
  const begun = { base: record ?? null, values: record ? valuesOf(record) : empty }
  const { values: draft, change, forget } = useDraft(name, begun)
  const { base, values } = draft
  const fields = Object.keys(names) as (keyof Texts<Values>)[]
  const before = textsOf(base ? valuesOf(base) : empty)
  const mine = textsOf(values)
  const touched = changedFields(fields, before, mine)
  const isOutdated = record !== undefined && base !== null && record.version !== base.version
  return {
    values,
    version: base?.version as Row['version'] | undefined,
    isDirty: touched.length > 0,
    /** Somebody else saved it meanwhile. */
    isOutdated,
    /** What they made of it, beside what was typed. */
    theirChanges: (): Compared[] => {
      if (!record) return []
      const theirs = textsOf(valuesOf(record))
      return changedFields(fields, before, theirs).map((key) => ({
        key,
        name: names[key],
        theirs: theirs[key],
        mine: touched.includes(key) ? mine[key] : undefined,
      }))
    },
    write: (changes: Partial<Values>) => change({ values: { ...values, ...changes } }),
    takeTheirs: () => record && change({ base: record, values: valuesOf(record) }),
    keepMine: () =>
      record && change({ base: record, values: mergedValues(valuesOf(record), values, touched) }),
    forget,
  }
}
