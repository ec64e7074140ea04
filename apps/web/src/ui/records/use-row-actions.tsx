import { type ReactNode, useMemo } from 'react'
import { useOfflineReason } from '../../shared/online.ts'
import type { RowActions } from '../DataTableRows.tsx'
import { RowButton } from '../RowButton.tsx'
import type { ListWords } from './record-kind.ts'

export type RowAction = 'edit' | 'delete'

/** All functions must be stable between renders. */
export type RowActionsOptions<Row> = {
  words: ListWords
  nameOf: (row: Row) => string
  edit: (row: Row) => void
  remove: (row: Row) => void
  mayEdit?: boolean | undefined
  mayDelete?: boolean | undefined
  /** Why this row cannot be edited or deleted. */
  disabledReasonOf?: ((row: Row, action: RowAction) => string | undefined) | undefined
  /** Further buttons of a row, before Delete. */
  more?: ((row: Row) => ReactNode) | undefined
  width?: string
}

/** Edit and Delete at the end of each row, for those who may. */
export function useRowActions<Row>(options: RowActionsOptions<Row>): RowActions<Row> | undefined {
  const offline = useOfflineReason()
  const { nameOf, edit, remove, mayEdit = true, mayDelete = true, disabledReasonOf, more } = options
  const { actions: title, edit: editText, delete: deleteText } = options.words
  const { width = mayEdit && mayDelete ? '11rem' : '7rem' } = options
  return useMemo(() => {
    if (!mayEdit && !mayDelete) return undefined
    const button = (action: RowAction, row: Row) => {
      const text = action === 'edit' ? editText : deleteText
      return (
        <RowButton
          name={`${text}: ${nameOf(row)}`}
          disabledReason={offline ?? disabledReasonOf?.(row, action)}
          onClick={() => (action === 'edit' ? edit(row) : remove(row))}
        >
          {text}
        </RowButton>
      )
    }
    return {
      title,
      width,
      render: (row) => (
        <>
          {mayEdit && button('edit', row)} {more?.(row)} {mayDelete && button('delete', row)}
        </>
      ),
    }
  }, [
    title,
    editText,
    deleteText,
    offline,
    nameOf,
    edit,
    remove,
    mayEdit,
    mayDelete,
    disabledReasonOf,
    more,
    width,
  ])
}
