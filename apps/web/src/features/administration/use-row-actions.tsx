import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import type { RowActions } from '../../ui/DataTableRows.tsx'
import { RowButton } from '../../ui/RowButton.tsx'

type What = 'edit' | 'remove'

export type RowActionsOf<Row> = {
  mayEdit: boolean
  mayRemove: boolean
  /** What removing is called. */
  removal?: 'delete' | 'revoke'
  nameOf: (row: Row) => string
  /** Why this row cannot be edited, or removed. Keep all functions the same between renders. */
  disabledReasonOf: (row: Row, what: What) => string | undefined
  onEdit: (row: Row) => void
  onRemove: (row: Row) => void
}

/** Edit and Delete at the end of each row, for who may. */
export function useRowActions<Row>(of: RowActionsOf<Row>): RowActions<Row> | undefined {
  const { t } = useTranslation('administration')
  const offline = useOfflineReason()
  const { mayEdit, mayRemove, removal = 'delete', nameOf, disabledReasonOf, onEdit, onRemove } = of
  return useMemo(() => {
    if (!mayEdit && !mayRemove) return undefined
    const button = (what: What, row: Row) => {
      const word = t(what === 'edit' ? 'edit' : removal)
      return (
        <RowButton
          name={`${word}: ${nameOf(row)}`}
          disabledReason={offline ?? disabledReasonOf(row, what)}
          onClick={() => (what === 'edit' ? onEdit(row) : onRemove(row))}
        >
          {word}
        </RowButton>
      )
    }
    return {
      title: t('list.actions'),
      width: mayEdit && mayRemove ? '11rem' : '7rem',
      render: (row) => (
        <>
          {mayEdit && button('edit', row)} {mayRemove && button('remove', row)}
        </>
      ),
    }
  }, [t, offline, mayEdit, mayRemove, removal, nameOf, disabledReasonOf, onEdit, onRemove])
}
