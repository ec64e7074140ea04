/** An action in the menu of a row: a link in (`to`) or out of the app (`href`), or a function (`run`). */
export type RowAction = {
  label: string
  /** Path and query string of a link. */
  to?: string
  /** URL of a link out of the app, which opens in a new tab. */
  href?: string
  /** Called on a press, if the action is no link. */
  run?: () => void
  /** Accessible name of the button of a single action; label and row by default. */
  name?: string
  /** Why the action is impossible now. */
  disabledReason?: string | undefined
  /** Key that does this on the focused row; the menu shows it. Only `m` needs it: `j` presses a link in the row. */
  rowKey?: 'j' | 'm'
  /** Listed last, below a line. */
  isDanger?: boolean
}

/** The actions of a table's rows. All functions must be stable between renders. */
export type RowActions<Row> = {
  /** Title of the column, for screen readers. */
  title: string
  nameOf: (row: Row) => string
  /** Actions that the signed-in person may take on the row now. */
  of: (row: Row) => readonly RowAction[]
  /**
   * Width of the column if no row has more than one action: a button then replaces the menu.
   */
  singleWidth?: string
}
