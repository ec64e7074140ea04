/** What one may do with a row. */
export type RowAction = {
  label: string
  /** Of a link: where it leads. */
  to?: string
  /** Of anything else: what it does. */
  run?: () => void
  /** The accessible name, where label and row do not make one. */
  name?: string
  /** Why it is impossible now. */
  disabledReason?: string | undefined
  /** Stands last, below a line. */
  isDanger?: boolean
}

/** The actions of a table's rows. All functions must be stable between renders. */
export type RowActions<Row> = {
  /** Title of the column, for screen readers. */
  title: string
  nameOf: (row: Row) => string
  /** What this person may do with this row now; empty for nothing. */
  of: (row: Row) => readonly RowAction[]
  /** No row has a second action: it is a button of its own instead of a menu. With the width of its column. */
  singleWidth?: string
}
