import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import type { RowActions } from '../../ui/DataTableRows.tsx'
import { RowButton } from '../../ui/RowButton.tsx'

type RowActionsOf<Row> = {
  mayEdit: boolean
  mayDelete: boolean
  nameOf: (row: Row) => string
  /** Why this row cannot be edited, or deleted. Keep all functions the same between renders. */
  hindranceOf: (row: Row, what: 'edit' | 'delete') => string | undefined
  onEdit: (row: Row) => void
  onDelete: (row: Row) => void
}

/** Edit and Delete at the end of each row, for who may. */
export function useRowActions<Row>(of: RowActionsOf<Row>): RowActions<Row> | undefined {
  const { t } = useTranslation('administration')
  const offline = useOfflineReason()
  const { mayEdit, mayDelete, nameOf, hindranceOf, onEdit, onDelete } = of
  return useMemo(() => {
    if (!mayEdit && !mayDelete) return undefined
    const button = (what: 'edit' | 'delete', row: Row, run: (row: Row) => void) => (
      <RowButton
        name={`${t(what)}: ${nameOf(row)}`}
        hindrance={offline ?? hindranceOf(row, what)}
        onClick={() => run(row)}
      >
        {t(what)}
      </RowButton>
    )
    return {
      title: t('list.actions'),
      width: mayEdit && mayDelete ? '10rem' : '7rem',
      render: (row) => (
        <>
          {mayEdit && button('edit', row, onEdit)} {mayDelete && button('delete', row, onDelete)}
        </>
      ),
    }
  }, [t, offline, mayEdit, mayDelete, nameOf, hindranceOf, onEdit, onDelete])
}
