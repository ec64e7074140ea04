import type { ReactNode } from 'react'
import type { ComparedField } from '../../ui/ChangedMeanwhile.tsx'
import { changedFields, mergedValues } from './keep-mine.ts'
import { useDraft } from './use-draft.ts'

/** A save sends the version that the edit is based on, and is refused if the record has another version. */
export type Versioned = { version: number | string }
export type Texts<Values> = Record<keyof Values & string, string>

export type EditOptions<Row, Values> = {
  record: Row | undefined
  valuesOf: (row: Row) => Values
  empty: Values
  /** Each field as text, for display and comparison. */
  textsOf: (values: Values) => Texts<Values>
  /** Label of each field. */
  names: Texts<Values>
}

/** Compares versions, because an older read of the record can arrive after the person's own save. */
export const isNewer = (now: Versioned, then: Versioned): boolean => now.version > then.version

type Shown<Values> = Partial<Record<keyof Values & string, ReactNode>>

/** Options of a form whose fields are compared by other texts than the displayed ones. */
type ComparedEditOptions<Row, Values> = {
  record: Row | undefined
  valuesOf: (row: Row) => Values
  empty: Values
  /** Each field as normalized text; a field counts as changed if its text changed. */
  comparable: (values: Values) => Partial<Texts<Values>>
  /** Each field as it is displayed. */
  textsOf?: (values: Values) => Shown<Values>
  /** Labels, in display order. */
  names?: Partial<Texts<Values>>
  /** Values that cannot be edited any more. */
  fixed?: Partial<Values> | undefined
  /** Fields of the edit that the record does not have; "Keep mine" keeps them. */
  ownFields?: readonly (keyof Values & string)[]
  /** Whether the record differs from `base`; compares versions by default. */
  isOther?: (record: Row, base: Row) => boolean
}

/**
 * Form values kept as a draft `name` until saved or discarded. `record`: the current record, including
 * changes by other people; undefined when creating.
 */
export function useEdited<Row extends Versioned, Values extends object>(
  name: string,
  options: EditOptions<Row, Values> | ComparedEditOptions<Row, Values>,
) {
  const { record, valuesOf, empty } = options
  const {
    comparable,
    textsOf,
    names,
    fixed,
    ownFields = [],
    isOther,
  }: ComparedEditOptions<Row, Values> = 'comparable' in options
    ? options
    : { ...options, comparable: options.textsOf }
  const initial = { base: record ?? null, values: record ? valuesOf(record) : empty }
  const { values: draft, change, forget } = useDraft(name, initial)
  const { base } = draft
  const baseValues = base ? valuesOf(base) : empty
  // A draft stored before an upgrade may lack a newer field, which then gets its base value.
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
    /** Whether somebody else has saved the record since this edit began. */
    isOutdated: record !== undefined && base !== null && differs(record, base),
    /** The other person's changes beside the values typed here. */
    theirChanges: (): ComparedField[] => {
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
