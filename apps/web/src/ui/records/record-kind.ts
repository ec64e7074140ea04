type Outcome = 'created' | 'createFailed' | 'edited' | 'editFailed' | 'deleted' | 'deleteFailed'

export type ListWords = {
  /** Error title if the list could not be loaded. */
  error: string
  count: (numbers: { shown: string; all: string }) => string
  /** Title of the column with the buttons, for screen readers. */
  actions: string
  edit: string
  delete: string
}

/** Texts and settings of one kind of record. The same code lists, creates, edits and deletes all kinds. */
export type RecordKind = {
  /** Topic whose queries are refetched after a write. */
  topic: string
  /** Prefix of the kind's draft names. */
  draft: string
  /** Title of the form. */
  title: (form: 'create' | 'edit') => string
  /** Toast text for an outcome; `error`: why a write failed. */
  toast: (outcome: Outcome, error?: Error) => string
  list: ListWords
  /** Question and button text before a deletion, if the interface does not call it deleting. */
  deletion?: { question: string; confirm: string }
}

/** The parts of a record kind that its form needs. */
export type FormKind = Pick<RecordKind, 'topic' | 'title'> & {
  toast: (outcome: Exclude<Outcome, 'deleted' | 'deleteFailed'>, error?: Error) => string
}

/** Id of a record: a number or, for some kinds, a text key. */
export type RecordId = number | string

/**
 * Draft name of an edit, or of a create if `id` is undefined. `parentId`: id of the record that a new record
 * belongs to.
 */
export const draftName = (kind: string, id: RecordId | undefined, parentId?: number): string =>
  `${kind}-${id ?? (parentId === undefined ? 'new' : `new-of-${parentId}`)}`
