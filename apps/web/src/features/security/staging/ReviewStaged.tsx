import type { StagedEmail } from '@aviary/contract/security/staging-endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../../shared/use-count.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DisabledButton } from '../../../ui/DisabledButton.tsx'
import { FactTable } from '../../../ui/FactTable.tsx'
import { LoadError, Loaded } from '../../../ui/Loaded.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import { useCompanies } from '../companies/use-companies.ts'
import { useCompanyText } from '../companies/use-company-text.ts'
import { EmailView } from '../emails/EmailView.tsx'
import { Steps } from '../upload/Steps.tsx'
import { PromotedMark } from './PromotedMark.tsx'
import classes from './staging.module.css'
import { type CompanyFilter, STAGED_PAGE, useStaged, useStagedSource } from './use-staging.ts'

type ReviewStagedProps = {
  importId: number
  company: CompanyFilter
  /** The email to start with: its index over all pages of the list, and its id. */
  start: { index: number; id: number }
  disabledReason: string | undefined
  onPromote: (row: StagedEmail) => void
  onEdit: (row: StagedEmail) => void
  onClose: () => void
}

/** Reviews staged emails one by one: the mail beside the row of the file that it was made from. */
export function ReviewStaged({ importId, company, start, onClose, ...actions }: ReviewStagedProps) {
  const { t } = useTranslation(['security-merge', 'shell'])
  const count = useCount()
  const [{ index, id }, setPlace] = useState<{ index: number; id: number | undefined }>(start)
  const query = useStaged(importId, company, Math.floor(index / STAGED_PAGE))
  const { data, error, isPlaceholderData } = query
  const total = data?.total ?? 0
  const rows = isPlaceholderData ? undefined : data?.staging_emails
  const row = id === undefined ? rows?.[index % STAGED_PAGE] : rows?.find(({ pkey }) => pkey === id)
  const position = row && rows ? index - (index % STAGED_PAGE) + rows.indexOf(row) : index
  // Follows the displayed email to its new index when other people delete emails.
  if (row && (row.pkey !== id || position !== index)) setPlace({ index: position, id: row.pkey })
  const isMissing = rows !== undefined && !row
  // If the displayed email was deleted, the next email now has its index.
  const go = (to: number) => setPlace({ index: isMissing && to > index ? index : to, id: undefined })
  return (
    <Dialog title={t('review.title')} size="xl" onClose={onClose}>
      <Steps
        label={t('review.at', { at: count(Math.min(index + 1, total)), all: count(total) })}
        previous={t('review.previous')}
        next={t('review.next')}
        index={index}
        count={isMissing ? total + 1 : total}
        onGo={go}
      />
      {row && <Reviewed row={row} {...actions} />}
      {isMissing && <EmptyState title={t('review.gone')} />}
      {!row && !isMissing && error && <LoadError query={query} failure={t('toast.staged')} />}
      {!row && !isMissing && !error && <Skeleton rows={5} label={t('shell:loading')} />}
    </Dialog>
  )
}

type ReviewedProps = Pick<ReviewStagedProps, 'disabledReason' | 'onPromote' | 'onEdit'> & { row: StagedEmail }

function Reviewed({ row, disabledReason, onPromote, onEdit }: ReviewedProps) {
  const { t } = useTranslation(['security-merge', 'security'])
  const { companyOf, error } = useCompanies([row.company_id])
  const companyText = useCompanyText()
  const isPromoted = row.was_promoted === 'Y'
  return (
    <>
      <div className={classes.head}>
        <p>
          {t('field.id')} {row.pkey} · {t('field.companyId')}{' '}
          {companyText(row.company_id, companyOf(row.company_id))} ·{' '}
          <Reach people={companyOf(row.company_id).people} hasFailed={error !== null} />
        </p>
        <div className={classes.buttons}>
          {isPromoted ? (
            <PromotedMark row={row} />
          ) : (
            <>
              <DisabledButton
                variant="default"
                size="compact-sm"
                disabledReason={disabledReason}
                onClick={() => onEdit(row)}
              >
                {t('security:edit')}
              </DisabledButton>
              <DisabledButton
                size="compact-sm"
                disabledReason={disabledReason}
                onClick={() => onPromote(row)}
              >
                {t('staged.promote')}
              </DisabledButton>
            </>
          )}
        </div>
      </div>
      <div className={classes.beside}>
        <section aria-label={t('review.mail')} className={classes.side}>
          <p className={classes.sideTitle}>{t('review.mail')}</p>
          <EmailView subject={row.subject} body={row.body} />
        </section>
        <section aria-label={t('review.source')} className={classes.side}>
          <p className={classes.sideTitle}>{t('review.source')}</p>
          {row.line === null ? <p>{t('review.byHand')}</p> : <Source id={row.pkey} />}
        </section>
      </div>
    </>
  )
}

/** The number of recipients of the mail. */
function Reach({ people, hasFailed }: { people: number | undefined; hasFailed: boolean }) {
  const { t } = useTranslation('security-merge')
  const count = useCount()
  if (people === undefined && !hasFailed) return '…'
  return <span>{t('review.reach', { users: people ? count(people) : t('review.nobody') })}</span>
}

function Source({ id }: { id: number }) {
  const { t } = useTranslation(['security-merge', 'shell'])
  const count = useCount()
  const query = useStagedSource(id)
  const { data } = query
  if (!data)
    return <Loaded query={query} failure={t('review.noSource')} loading={t('shell:loading')} rows={3} />
  return (
    <>
      <p className="muted">{t('preview.line', { line: count(data.line) })}</p>
      <FactTable label={t('review.source')} className={classes.cells}>
        {data.cells.map(({ column, value }) => (
          <tr key={column}>
            <th scope="row">{column}</th>
            <td>{value}</td>
          </tr>
        ))}
      </FactTable>
    </>
  )
}
