import { screens } from '@aviary/contract/screens'
import type { SecurityImport } from '@aviary/contract/security/import-endpoints'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../shared/may.ts'
import { useCount } from '../../../shared/use-count.ts'
import { NoRecordYet } from '../../../ui/NoRecordYet.tsx'
import { ServerPage } from '../../../ui/records/ServerPage.tsx'
import { useRowActions } from '../../../ui/records/use-row-actions.ts'
import { RowTime } from '../../../ui/Time.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import { type Column, SHORT_TIME_WIDTH } from '../../../ui/table/table-column.ts'
import { useListWords } from '../use-security-kind.ts'
import { emailsPath } from './emails-path.ts'
import classes from './imports.module.css'
import type { CommIds } from './path-ids.ts'
import { IMPORTS_PAGE, type useImports } from './use-imports.ts'

export const nameOf = ({ pkey, title }: SecurityImport) => `${pkey} ${title}`

type ImportTableProps = {
  commIds: CommIds | 'all'
  query: ReturnType<typeof useImports>
  page: number
  onGo: (page: number) => void
  onInspect: (row: SecurityImport) => void
  onEdit: (row: SecurityImport) => void
  onRemove: (row: SecurityImport) => void
}

/** One page of the imports, the newest first. */
export function ImportTable({ commIds, query, page, onGo, onInspect, onEdit, onRemove }: ImportTableProps) {
  const { t } = useTranslation('security-merge')
  const { data } = query
  const words = useListWords()
  const actions = useRowActions({ words, nameOf, edit: onEdit, remove: onRemove })
  return (
    <ServerPage
      label={t('imports.list')}
      name="security-imports"
      words={words}
      query={query}
      rows={data?.imports}
      total={data?.total}
      size={IMPORTS_PAGE}
      page={page}
      onGo={onGo}
      columns={useColumns(commIds, onInspect)}
      rowId={({ pkey }) => String(pkey)}
      actions={actions}
      empty={<NoRecordYet nextStep={t('imports.first')} />}
    />
  )
}

function useColumns(
  commIds: CommIds | 'all',
  onInspect: (row: SecurityImport) => void,
): readonly Column<SecurityImport>[] {
  const { t } = useTranslation(['security-merge', 'security'])
  const count = useCount()
  const may = useMay()
  const [mayReview, mayEmails] = [may(screens.stagedEmails), may(screens.emails)]
  return useMemo(() => {
    const columns: Column<SecurityImport>[] = [
      { key: 'pkey', title: t('field.importId'), width: '5.5rem', card: 'tag', value: ({ pkey }) => pkey },
      { key: 'sec_id', title: t('field.secId'), width: '6.5rem', value: ({ sec_id }) => sec_id },
      { key: 'comm', title: t('field.commId'), width: '6.5rem', value: ({ sec_comm_id }) => sec_comm_id },
      {
        key: 'title',
        card: 'title',
        title: t('security:field.title'),
        value: ({ title }) => title,
        render: ({ title, is_hidden }) => (
          <>
            {title} {is_hidden === 'Y' && <span className="muted">({t('security:comm.hidden')})</span>}
          </>
        ),
      },
      {
        key: 'data',
        title: t('field.data'),
        width: '7rem',
        value: ({ pkey }) => pkey,
        render: (row) => (
          <RowButton
            name={`${t('data.open')}: ${nameOf(row)}`}
            disabledReason={undefined}
            onClick={() => onInspect(row)}
          >
            {t('data.open')}
          </RowButton>
        ),
      },
      { key: 'filename', title: t('field.filename'), width: '7rem', value: ({ filename }) => filename },
      {
        key: 'created_date',
        title: t('field.importDate'),
        width: SHORT_TIME_WIDTH,
        value: ({ created_date }) => created_date,
        render: ({ created_date }) => <RowTime at={created_date} isShort />,
      },
      {
        key: 'created_by',
        title: t('field.importedBy'),
        width: '8rem',
        value: (row) => row.created_by,
      },
      {
        key: 'review',
        title: t('field.review'),
        width: '10rem',
        isTall: true,
        value: ({ staged }) => staged,
        render: (row) => (
          <>
            {mayReview && (
              <Link to={reviewPath(commIds, row.pkey)} aria-label={`${t('field.review')}: ${nameOf(row)}`}>
                {t('field.review')}
              </Link>
            )}
            <span className={`muted ${classes.counts}`}>
              {t('import.staged', { staged: count(row.staged), promoted: count(row.promoted) })}
            </span>
            {mayEmails && row.promoted > 0 && (
              <Link
                to={emailsPath(row)}
                aria-label={`${t('import.emails', { emails: count(row.promoted) })}: ${nameOf(row)}`}
              >
                {t('import.emails', { emails: count(row.promoted) })}
              </Link>
            )}
          </>
        ),
      },
    ]
    // Columns cannot be sorted here, because the server sorts and pages the rows.
    return columns.map((column) => ({ ...column, isSortable: false }))
  }, [t, count, commIds, mayReview, mayEmails, onInspect])
}

/** spec 3 §2: the path contains the ids of security incident and comm if the URL of this page does. */
const reviewPath = (commIds: CommIds | 'all', id: number): string =>
  commIds === 'all' ? `/staged_emails/${id}` : `/staged_emails/${commIds.secId}/${commIds.commId}/${id}`
