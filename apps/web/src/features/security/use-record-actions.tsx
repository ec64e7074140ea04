import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import type { RowActions } from '../../ui/DataTableRows.tsx'
import { RowButton } from '../../ui/RowButton.tsx'

/** Keep all of them the same between renders. */
type RecordActionsOf<Row> = {
  nameOf: (row: Row) => string
  edit: (row: Row) => void
  remove: (row: Row) => void
}

/** Edit and Delete at the end of each row. */
export function useRecordActions<Row>({ nameOf, edit, remove }: RecordActionsOf<Row>): RowActions<Row> {
  const { t } = useTranslation('security')
  const disabledReason = useOfflineReason()
  return useMemo(() => {
    const button = (word: string, row: Row, run: (row: Row) => void) => (
      <RowButton name={`${word}: ${nameOf(row)}`} disabledReason={disabledReason} onClick={() => run(row)}>
        {word}
      </RowButton>
    )
    return {
      title: t('list.actions'),
      width: '11rem',
      render: (row) => (
        <>
          {button(t('edit'), row, edit)} {button(t('delete'), row, remove)}
        </>
      ),
    }
  }, [t, disabledReason, nameOf, edit, remove])
}
