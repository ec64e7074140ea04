type Outcome = 'created' | 'createFailed' | 'edited' | 'editFailed' | 'deleted' | 'deleteFailed'

/** The texts of a list of records. */
export type ListWords = {
  /** The list could not be loaded. */
  error: string
  count: (numbers: { shown: string; all: string }) => string
  /** Title of the column of buttons, for screen readers. */
  actions: string
  edit: string
  delete: string
}

/** What differs between records that are listed, created, edited and deleted in the same way. */
export type RecordKind = {
  /** Push topic of its writes. */
  topic: string
  /** First part of its draft names. */
  draft: string
  /** Title of its form. */
  title: (form: 'create' | 'edit') => string
  /** `error`: why it failed. */
  toast: (outcome: Outcome, error?: Error) => string
  list: ListWords
  /** The question before a deletion and its button, where the product has another verb. */
  deletion?: { question: string; confirm: string }
}

/** Name that an edit is kept under, or a create if there is no id; `parentId`: of the record that the new one belongs to. */
export const draftName = (kind: string, id: number | undefined, parentId?: number): string =>
  `${kind}-${id ?? (parentId === undefined ? 'new' : `new-of-${parentId}`)}`
