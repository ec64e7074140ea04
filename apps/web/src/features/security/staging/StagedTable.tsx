import type { StagedEmail } from '@aviary/contract/security/staging-endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../../shared/online.ts'
import { ServerPage } from '../../../ui/records/ServerPage.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import type { Column } from '../../../ui/table/table-column.ts'
import { CompanyCell } from '../companies/CompanyCell.tsx'
import { type CompanyOf, useCompanies } from '../companies/use-companies.ts'
import { useListWords } from '../use-security-kind.ts'
import { PromotedMark } from './PromotedMark.tsx'
import classes from './staging.module.css'
import { STAGED_PAGE, type useStaged } from './use-staging.ts'

/** Callbacks of the row buttons; must be stable between renders. */
export type RowActions = {
  onTick: (row: StagedEmail, isTicked: boolean) => void
  onReview: (row: StagedEmail) => void
  onPromote: (row: StagedEmail) => void
  onEdit: (row: StagedEmail) => void
  onRemove: (row: StagedEmail) => void
}

export const nameOf = ({ pkey, subject }: StagedEmail) => `${pkey} ${subject}`

type StagedTableProps = {
  query: ReturnType<typeof useStaged>
  page: number
  onGo: (page: number) => void
  ticked: ReadonlySet<number>
  /** Why nothing can be promoted now. */
  disabledReason: string | undefined
  actions: RowActions
}

/** One page of an import's staged emails, in the order of the file. */
export function StagedTable({ query, page, onGo, ...state }: StagedTableProps) {
  const { t } = useTranslation('security-merge')
  const words = useListWords()
  const rows = query.data?.staging_emails
  const { companyOf } = useCompanies(rows?.map(({ company_id }) => company_id) ?? [])
  return (
    <ServerPage
      label={t('staged.list')}
      name="staged-emails"
      words={words}
      query={query}
      rows={rows}
      total={query.data?.total}
      size={STAGED_PAGE}
      page={page}
      onGo={onGo}
      columns={useColumns({ ...state, companyOf })}
      rowId={({ pkey }) => String(pkey)}
    />
  )
}

function useColumns({
  ticked,
  disabledReason,
  actions,
  companyOf,
}: Pick<StagedTableProps, 'ticked' | 'disabledReason' | 'actions'> & {
  companyOf: CompanyOf
}): readonly Column<StagedEmail>[] {
  const { t } = useTranslation(['security-merge', 'security'])
  const offline = useOfflineReason()
  return useMemo(() => {
    const button = (word: string, row: StagedEmail, state: { why?: string | undefined; run: () => void }) => (
      <RowButton name={`${word}: ${nameOf(row)}`} disabledReason={state.why} onClick={state.run}>
        {word}
      </RowButton>
    )
    const isPromoted = ({ was_promoted }: StagedEmail) => was_promoted === 'Y'
    const columns: Column<StagedEmail>[] = [
      {
        key: 'tick',
        card: 'tag',
        title: t('field.tick'),
        width: '4.5rem',
        value: () => null,
        render: (row) => (
          <input
            type="checkbox"
            className={classes.tick}
            aria-label={`${t('field.tick')}: ${nameOf(row)}`}
            checked={ticked.has(row.pkey)}
            disabled={isPromoted(row)}
            onChange={(event) => actions.onTick(row, event.currentTarget.checked)}
          />
        ),
      },
      { key: 'pkey', title: t('field.id'), width: '5rem', value: ({ pkey }) => pkey },
      { key: 'comm', title: t('field.stagedComm'), width: '6rem', value: ({ sec_comm_id }) => sec_comm_id },
      {
        key: 'company',
        card: 'line',
        title: t('field.companyId'),
        width: '11rem',
        value: ({ company_id }) => company_id,
        render: ({ company_id }) => <CompanyCell id={company_id} companyOf={companyOf} />,
      },
      { key: 'subject', title: t('field.subject'), card: 'title', value: ({ subject }) => subject },
      {
        key: 'review',
        title: t('field.reviewEmail'),
        width: '15rem',
        value: ({ was_promoted }) => was_promoted,
        render: (row) => (
          <>
            {button(t('staged.review'), row, { run: () => actions.onReview(row) })}{' '}
            {isPromoted(row) ? (
              <PromotedMark row={row} />
            ) : (
              button(t('staged.promote'), row, { why: disabledReason, run: () => actions.onPromote(row) })
            )}
          </>
        ),
      },
      {
        key: 'edit',
        title: t('field.editImport'),
        width: '8rem',
        value: ({ pkey }) => pkey,
        render: (row) =>
          button(t('security:edit'), row, {
            why: isPromoted(row) ? t('staged.editPromoted') : offline,
            run: () => actions.onEdit(row),
          }),
      },
      {
        key: 'delete',
        title: t('security:delete'),
        width: '7.5rem',
        value: ({ pkey }) => pkey,
        render: (row) =>
          button(t('security:delete'), row, { why: offline, run: () => actions.onRemove(row) }),
      },
    ]
    // Columns cannot be sorted here, because the server sorts and pages the rows.
    return columns.map((column) => ({ ...column, isSortable: false }))
  }, [t, ticked, disabledReason, offline, actions, companyOf])
}
