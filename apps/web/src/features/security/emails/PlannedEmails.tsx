import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../../shared/use-count.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { scrolledByKeyboard } from '../../../ui/scrolled-by-keyboard.ts'
import type { Column } from '../../../ui/table-column.ts'
import classes from './emails.module.css'
import type { PlannedEmail } from './sending.ts'

const PAGE = 50

/** The emails to be sent, with company, recipients and warnings. */
export function PlannedEmails({ rows }: { rows: readonly PlannedEmail[] }) {
  const { t } = useTranslation(['security-emails', 'security'])
  const count = useCount()
  const [page, setPage] = useState(0)
  const columns = useMemo((): readonly Column<PlannedEmail>[] => {
    const all: Column<PlannedEmail>[] = [
      { key: 'id', title: t('security:field.id'), width: '5.5rem', value: ({ id }) => id },
      {
        key: 'company_id',
        title: t('security:field.companyId'),
        width: '7rem',
        value: (email) => email.company_id,
      },
      {
        key: 'recipients',
        title: t('field.recipients'),
        width: '7rem',
        value: ({ recipients }) => recipients,
        render: ({ recipients }) => recipients || t('none'),
      },
      { key: 'subject', title: t('field.subject'), value: ({ subject }) => subject },
      {
        key: 'notes',
        title: t('field.notes'),
        width: '13rem',
        value: ({ notes }) => notes.join(),
        render: ({ notes, others_of_company }) =>
          notes.map((note) => (
            <span key={note} className={classes.note}>
              {t(`note.${note}`, { others: others_of_company })}
            </span>
          )),
      },
    ]
    return all.map((column) => ({ ...column, isSortable: false }))
  }, [t])
  return (
    <div className={classes.planned} {...scrolledByKeyboard(t('send.list'))}>
      <DataTable
        label={t('send.list')}
        rows={rows}
        columns={columns}
        rowId={({ id }) => String(id)}
        isSorted
        sort={undefined}
        onSort={() => undefined}
        page={{ index: page, size: PAGE, onChange: setPage }}
        count={t('security:list.count', { all: count(rows.length) })}
      />
    </div>
  )
}
