import { useMemo } from 'react'
import { useOfflineReason } from '../../shared/online.ts'
import type { RowAction, RowActions } from '../table/row-actions.ts'
import type { ListWords } from './record-kind.ts'

export type RecordAction = 'edit' | 'delete'

/** All functions must be stable between renders. */
export type RowActionsOptions<Row> = {
  words: ListWords
  nameOf: (row: Row) => string
  edit: (row: Row) => void
  remove: (row: Row) => void
  mayEdit?: boolean | undefined
  mayDelete?: boolean | undefined
  /** Why this row cannot be edited or deleted. */
  disabledReasonOf?: ((row: Row, action: RecordAction) => string | undefined) | undefined
  /** Further actions of a row, before Delete. */
  more?: ((row: Row) => readonly RowAction[]) | undefined
}

/** Edit and Delete in the menu of each row, each only for people with the right for it. */
export function useRowActions<Row>(options: RowActionsOptions<Row>): RowActions<Row> | undefined {
  const offline = useOfflineReason()
  const { nameOf, edit, remove, mayEdit = true, mayDelete = true, disabledReasonOf, more } = options
  const { actions: title, edit: editText, delete: deleteText } = options.words
  return useMemo(() => {
    if (!mayEdit && !mayDelete) return undefined
    const reasonOf = (row: Row, action: RecordAction) => offline ?? disabledReasonOf?.(row, action)
    return {
      title,
      nameOf,
      of: (row) => [
        ...(mayEdit
          ? [{ label: editText, run: () => edit(row), disabledReason: reasonOf(row, 'edit') }]
          : []),
        ...(more?.(row) ?? []),
        ...(mayDelete
          ? [
              {
                label: deleteText,
                run: () => remove(row),
                disabledReason: reasonOf(row, 'delete'),
                isDanger: true,
              },
            ]
          : []),
      ],
    }
  }, [title, editText, deleteText, offline, nameOf, edit, remove, mayEdit, mayDelete, disabledReasonOf, more])
}
