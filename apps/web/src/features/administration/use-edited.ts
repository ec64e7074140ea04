import { useDraft } from '../../shared/use-draft.ts'

type Edited<Row, Values> = {
  /** What the draft is kept under. */
  name: string
  /** As it is now, also when somebody else has changed it since; undefined for a new one. */
  record: Row | undefined
  valuesOf: (row: Row) => Values
  empty: Values
}

/** What is typed in a form, kept until it is saved or given up, and what the record was when it was begun. */
export function useEdited<Row extends { version: number }, Values extends object>(
  edited: Edited<Row, Values>,
) {
  const { name, record, valuesOf, empty } = edited
  const begun = { base: record ?? null, values: record ? valuesOf(record) : empty }
  const { values: draft, change, forget } = useDraft(name, begun)
  const { base, values } = draft
  const before = base ? valuesOf(base) : empty
  return {
    values,
    version: base?.version,
    isDirty: JSON.stringify(values) !== JSON.stringify(before),
    /** Somebody else saved it meanwhile. */
    isOutdated: record !== undefined && base !== null && record.version !== base.version,
    write: (changes: Partial<Values>) => change({ values: { ...values, ...changes } }),
    takeTheirs: () => record && change({ base: record, values: valuesOf(record) }),
    keepMine: () => record && change({ base: record }),
    forget,
  }
}
