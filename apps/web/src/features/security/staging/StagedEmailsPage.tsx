import { screens } from '@aviary/contract/screens'
import type { SecurityImport } from '@aviary/contract/security/import-endpoints'
import { deleteStagedEmail, type StagedEmail, stagedEmail } from '@aviary/contract/security/staging-endpoints'
import { Button } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../../shared/api.ts'
import { useMay } from '../../../shared/may.ts'
import { useOfflineReason } from '../../../shared/online.ts'
import { readId } from '../../../shared/read-id.ts'
import { type Step, useTrail } from '../../../shared/trail.ts'
import { useFilterText } from '../../../shared/use-filter-text.ts'
import { usePageAddress } from '../../../shared/use-page-address.ts'
import { FilterBox } from '../../../ui/FilterBox.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { OpenRecord } from '../../../ui/records/OpenRecord.tsx'
import { useRecords } from '../../../ui/records/use-records.ts'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useSecuritySteps } from '../emails/use-security-steps.ts'
import { type OfComm, readOfComm } from '../imports/path-ids.ts'
import { useImport } from '../imports/use-imports.ts'
import { useMergeKind } from '../use-security-kind.ts'
import { AskToPromote, PromotionTools } from './Promotion.tsx'
import { ReviewStaged } from './ReviewStaged.tsx'
import { StagedForm } from './StagedForm.tsx'
import { nameOf, StagedTable } from './StagedTable.tsx'
import { usePromotion } from './use-promotion.ts'
import { askedCompany, STAGED_PAGE, useStaged } from './use-staging.ts'

type Names = { secId?: string; commId?: string; id?: string }

export function StagedEmailsPage() {
  const { secId, commId, id }: Names = useParams({ strict: false })
  const of = useMemo(() => readOfComm(secId, commId), [secId, commId])
  const importId = readId(id)
  // spec 3 §8: an id that cannot be read leads to /not-found
  if (of === undefined || importId === undefined) return <Navigate to="/not-found" replace />
  return <OfImport key={importId} importId={importId} of={of} />
}

function OfImport({ importId, of }: { importId: number; of: OfComm | 'all' }) {
  const { t } = useTranslation(['security-merge', 'shell'])
  const { data, error, refetch } = useImport(importId, of)
  // Keeps the form and what is typed when somebody else deletes the import.
  const [seen, setSeen] = useState<SecurityImport>()
  if (data && data !== seen) setSeen(data)
  useTrail(useMergeSteps(seen, of))
  if (data) return <Staged of={data} isGone={false} />
  if (data === null && seen) return <Staged of={{ ...seen, staged: 0, promoted: 0 }} isGone />
  return (
    <>
      <PageHeader title={t('staged.title')} />
      {data === null && (
        <EmptyState title={t('staged.noImport', { id: importId })}>
          <ToImports />
        </EmptyState>
      )}
      {data === undefined && error && (
        <ErrorState
          title={t('toast.imports')}
          reason={reasonOf(error)}
          again={{ run: () => void refetch() }}
        />
      )}
      {data === undefined && !error && <Skeleton rows={7} label={t('shell:loading')} />}
    </>
  )
}

/** Only for those who may open that page. */
function ToImports() {
  const { t } = useTranslation('security-merge')
  return useMay()(screens.imports) && <Link to="/mass_import/">{t('staged.toImports')}</Link>
}

/** The breadcrumb down to an import, through the imports page that the address names. */
function useMergeSteps(seen: SecurityImport | undefined, of: OfComm | 'all'): readonly Step[] {
  const { t } = useTranslation()
  const above = useSecuritySteps(seen?.sec_id, seen?.sec_comm_id)
  const mayImport = useMay()(screens.imports)
  const to = of === 'all' ? '/mass_import/' : `/mass_import/${of.secId}/${of.commId}`
  return useMemo(
    () => [...above, ...(mayImport ? [{ text: t('screen.Mail Merge'), to }] : [])],
    [t, above, mayImport, to],
  )
}

const idOf = ({ pkey }: StagedEmail) => pkey
const placeOf = ({ pkey }: StagedEmail, rows: readonly StagedEmail[] = []): number =>
  Math.max(
    0,
    rows.findIndex((row) => row.pkey === pkey),
  )

/** The emails made from a mail-merge file, to be reviewed and promoted (spec 3 §2, Staged emails). */
function Staged({ of, isGone }: { of: SecurityImport; isGone: boolean }) {
  const { t } = useTranslation(['security-merge', 'security'])
  const offline = useOfflineReason()
  const { page, goTo } = usePageAddress()
  const filter = useFilterText('company')
  const company = askedCompany(filter.settled)
  const found = useStaged(of.pkey, company, page)
  const rows = found.data?.staging_emails
  const promotion = usePromotion(of.pkey, rows)
  const records = useRecords({
    kind: useMergeKind('staged'),
    rows: { ...found, data: rows },
    idOf,
    nameOf,
    parentId: of.pkey,
  })
  const { open, edit, remove, inspect } = records
  const { tick, promoteOne } = promotion
  const actions = useMemo(
    () => ({
      onTick: ({ pkey }: StagedEmail, isTicked: boolean) => tick([pkey], isTicked),
      onReview: inspect,
      onPromote: promoteOne,
      onEdit: edit,
      onRemove: remove,
    }),
    [tick, inspect, promoteOne, edit, remove],
  )
  const isPart = !isGone && (company !== 'all' || (found.data?.total ?? 0) > (rows?.length ?? 0))
  return (
    <>
      <PageHeader title={t('staged.title')}>
        <Button
          size="sm"
          variant="default"
          onClick={records.create}
          disabled={Boolean(offline)}
          title={offline}
        >
          {t('staged.create')}
        </Button>
      </PageHeader>
      <p>
        {t('staged.of', { title: of.title, filename: of.filename, secId: of.sec_id, comm: of.sec_comm_id })}
      </p>
      {isGone && (
        <p role="alert">
          {t('staged.noImport', { id: of.pkey })} <ToImports />
        </p>
      )}
      <Panel title={t('staged.list')}>
        <FilterBox label={t('staged.filter')} text={filter.text} onChange={filter.setText} />
        <PromotionTools of={of} rows={rows ?? []} promotion={promotion} />
        <StagedTable
          found={found}
          page={page}
          onGo={goTo}
          ticked={promotion.ticked}
          disabledReason={promotion.disabledReason}
          actions={actions}
        />
      </Panel>
      <AskToPromote of={of} promotion={promotion} />
      {open?.what === 'look' && (
        <ReviewStaged
          importId={of.pkey}
          company={company}
          start={{ index: page * STAGED_PAGE + placeOf(open.row, rows), id: open.row.pkey }}
          disabledReason={promotion.disabledReason}
          onPromote={promoteOne}
          onEdit={edit}
          onClose={records.close}
        />
      )}
      <OpenRecord
        {...records}
        isPart={isPart}
        needs={[]}
        schema={stagedEmail}
        form={(props) => (
          <StagedForm {...props} importId={of.pkey} isDeleted={props.record ? props.isDeleted : isGone} />
        )}
        deletion={{
          endpoint: deleteStagedEmail,
          bodyOf: ({ pkey }) => ({ staging_id: pkey }),
          onDone: ({ pkey }) => tick([pkey], false),
        }}
        deleteHelp={({ was_promoted }) =>
          t(was_promoted === 'Y' ? 'staged.deletePromoted' : 'staged.deleteHelp')
        }
      />
    </>
  )
}
