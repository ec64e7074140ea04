import { useCallback, useMemo } from 'react'
import type { QueryState } from '../../shared/query-state.ts'
import { useOpenForm } from '../../shared/use-open-form.ts'
import { draftName, type RecordId, type RecordKind } from './record-kind.ts'
import { type RowActionsOptions, useRowActions } from './use-row-actions.ts'

/** All functions must be stable between renders. */
export type RecordsOptions<Row> = Pick<
  RowActionsOptions<Row>,
  'nameOf' | 'mayEdit' | 'mayDelete' | 'disabledReasonOf' | 'more'
> & {
  kind: RecordKind
  rows: QueryState<readonly Row[]>
  idOf: (row: Row) => RecordId
  /** Id of the record that all rows belong to; drafts of new records are kept per parent. */
  parentId?: number
}

/**
 * Props of RecordTable and OpenRecord for a list of records: row buttons, and the open dialog, which a draft
 * reopens after a reload.
 */
export function useRecords<Row>(options: RecordsOptions<Row>) {
  const { kind, rows, idOf, nameOf, parentId, mayEdit = true, disabledReasonOf } = options
  const { draft } = kind
  const dialogs = useOpenForm({
    rows: rows.data,
    newDrafts: useMemo(
      () => (mayEdit ? [draftName(draft, undefined, parentId)] : []),
      [draft, parentId, mayEdit],
    ),
    getDrafts: useCallback(
      (row: Row) => (mayEdit && !disabledReasonOf?.(row, 'edit') ? [draftName(draft, idOf(row))] : []),
      [draft, idOf, mayEdit, disabledReasonOf],
    ),
  })
  const actions = useRowActions({ ...options, ...dialogs, words: kind.list })
  const rowId = (row: Row) => String(idOf(row))
  return { ...dialogs, kind, rows, idOf, nameOf, parentId, actions, rowId, words: kind.list }
}
