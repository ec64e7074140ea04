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

/** Position of the reviewed email in the list. `id` is undefined until the page with the index is loaded. */
type Place = { index: number; id: number | undefined; isGone: boolean }

/**
 * Finds the reviewed email again after the list was reloaded: when other people delete emails, it moves towards the
 * beginning, perhaps to an earlier page. `rows`: the page that contains `index`, ordered by id.
 */
function followEmail({ index, id, isGone }: Place, rows: readonly StagedEmail[]): Place {
  if (isGone) return { index, id, isGone }
  const pageStart = index - (index % STAGED_PAGE)
  const offset = id === undefined ? index - pageStart : rows.filter(({ pkey }) => pkey < id).length
  const row = rows[offset]
  if (row && (id === undefined || row.pkey === id)) return { index: pageStart + offset, id: row.pkey, isGone }
  const isBefore = pageStart > 0 && (id === undefined ? rows.length === 0 : offset === 0)
  if (isBefore) return { index: pageStart - 1, id, isGone }
  return { index: pageStart + Math.min(offset, rows.length), id, isGone: true }
}

/** Reviews staged emails one by one: the mail beside the row of the file that it was made from. */
export function ReviewStaged({ importId, company, start, onClose, ...actions }: ReviewStagedProps) {
  const { t } = useTranslation(['security-merge', 'shell'])
  const count = useCount()
  const [place, setPlace] = useState<Place>({ ...start, isGone: false })
  const { index, id, isGone } = place
  const query = useStaged(importId, company, Math.floor(index / STAGED_PAGE))
  const { data, error, isPlaceholderData, isFetching } = query
  const total = data?.total ?? 0
  const rows = isPlaceholderData ? undefined : data?.staging_emails
  // Cached rows of an earlier visit may be outdated, so only freshly loaded rows move the position.
  const followed = rows && !isFetching ? followEmail(place, rows) : place
  if (followed.index !== index || followed.id !== id || followed.isGone !== isGone) setPlace(followed)
  const row = rows?.find(({ pkey }) => pkey === id)
  // If the displayed email was deleted, the next email now has its index.
  const go = (to: number) =>
    setPlace({ index: isGone && to > index ? index : to, id: undefined, isGone: false })
  return (
    <Dialog title={t('review.title')} size="xl" onClose={onClose}>
      <Steps
        label={t('review.at', { at: count(Math.min(index + 1, total)), all: count(total) })}
        previous={t('review.previous')}
        next={t('review.next')}
        index={index}
        count={isGone ? total + 1 : total}
        onGo={go}
      />
      {row && <Reviewed row={row} {...actions} />}
      {isGone && <EmptyState title={t('review.gone')} />}
      {!row && !isGone && error && <LoadError query={query} failure={t('toast.staged')} />}
      {!row && !isGone && !error && <Skeleton rows={5} label={t('shell:loading')} />}
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
