import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../../shared/use-count.ts'
import { scrolledByKeyboard } from '../../../ui/scrolled-by-keyboard.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/table-column.ts'
import { Addresses } from '../companies/Addresses.tsx'
import { CompanyCell } from '../companies/CompanyCell.tsx'
import { useCompanies, useRecipients } from '../companies/use-companies.ts'
import classes from './emails.module.css'
import type { PlannedEmail } from './sending.ts'

const PAGE = 50
const MAX_ADDRESSES = 3

/** Table of the emails about to be sent: company, recipients and warnings. */
export function PlannedEmails({ rows }: { rows: readonly PlannedEmail[] }) {
  const { t } = useTranslation(['security-emails', 'security'])
  const count = useCount()
  const [page, setPage] = useState(0)
  const { companyOf, recipientsOf } = useCompaniesOnPage(rows, page)
  const columns = useMemo((): readonly Column<PlannedEmail>[] => {
    const all: Column<PlannedEmail>[] = [
      { key: 'id', title: t('security:field.id'), width: '4rem', card: 'tag', value: ({ id }) => id },
      {
        key: 'company_id',
        title: t('security:field.companyId'),
        width: '10rem',
        card: 'line',
        value: (email) => email.company_id,
        render: ({ company_id }) => <CompanyCell id={company_id} companyOf={companyOf} />,
      },
      {
        key: 'recipients',
        title: t('field.recipients'),
        width: '12rem',
        isTall: true,
        value: ({ recipients }) => recipients,
        render: ({ company_id, recipients }) => {
          if (recipients === 0) return t('none')
          const addresses = recipientsOf(company_id)
          return (
            <>
              {count(recipients)}
              {addresses && <Addresses recipients={addresses} max={MAX_ADDRESSES} />}
            </>
          )
        },
      },
      { key: 'subject', title: t('field.subject'), card: 'title', value: ({ subject }) => subject },
      {
        key: 'notes',
        title: t('field.notes'),
        width: '10rem',
        isTall: true,
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
  }, [t, count, companyOf, recipientsOf])
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

/** Names and addresses of the companies on the displayed page only, because there may be fifty thousand companies. */
function useCompaniesOnPage(rows: readonly PlannedEmail[], page: number) {
  const ids = rows.slice(page * PAGE, (page + 1) * PAGE).map(({ company_id }) => company_id)
  const { companyOf } = useCompanies(ids)
  const { data } = useRecipients(ids)
  return { companyOf, recipientsOf: useCallback((id: number) => data?.get(id), [data]) }
}
