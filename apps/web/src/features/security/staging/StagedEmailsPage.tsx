import { screens } from '@aviary/contract/screens'
import type { SecurityImport } from '@aviary/contract/security/import-endpoints'
import { deleteStagedEmail, type StagedEmail } from '@aviary/contract/security/staging-endpoints'
import { Button } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../shared/may.ts'
import { useOfflineReason } from '../../../shared/online.ts'
import { readId } from '../../../shared/read-id.ts'
import { type Step, useTrail } from '../../../shared/trail.ts'
import { useFilterText } from '../../../shared/use-filter-text.ts'
import { usePageParam } from '../../../shared/use-page-param.ts'
import { Address } from '../../../ui/Address.tsx'
import { FilterBox } from '../../../ui/FilterBox.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { OpenRecord } from '../../../ui/records/OpenRecord.tsx'
import { useRecords } from '../../../ui/records/use-records.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { Time } from '../../../ui/Time.tsx'
import { useSecuritySteps } from '../emails/use-security-steps.ts'
import { type CommIds, readCommIds } from '../imports/path-ids.ts'
import { useImport } from '../imports/use-imports.ts'
import { LevelFacts, useCountFact } from '../level-facts.tsx'
import { useMergeKind } from '../use-security-kind.ts'
import { ConfirmPromotion, PromotionTools, Reach } from './Promotion.tsx'
import { ReviewStaged } from './ReviewStaged.tsx'
import { StagedForm } from './StagedForm.tsx'
import { nameOf, StagedTable } from './StagedTable.tsx'
import { usePromotion } from './use-promotion.ts'
import { STAGED_PAGE, toCompanyFilter, useStaged } from './use-staging.ts'

type Names = { secId?: string; commId?: string; id?: string }

export function StagedEmailsPage() {
  const { secId, commId, id }: Names = useParams({ strict: false })
  const commIds = useMemo(() => readCommIds(secId, commId), [secId, commId])
  const importId = readId(id)
  // spec 3 §8: a malformed id leads to /not-found
  if (commIds === undefined || importId === undefined) return <Navigate to="/not-found" replace />
  return <ImportLoader key={importId} importId={importId} commIds={commIds} />
}

function ImportLoader({ importId, commIds }: { importId: number; commIds: CommIds | 'all' }) {
  const { t } = useTranslation(['security-merge', 'shell'])
  const query = useImport(importId, commIds)
  const { data } = query
  // Keeps the last loaded import, so that typed values survive when somebody else deletes it.
  const [seen, setSeen] = useState<SecurityImport>()
  if (data && data !== seen) setSeen(data)
  useTrail(useMergeSteps(seen, commIds))
  if (data) return <Staged importRow={data} isGone={false} />
  if (data === null && seen) return <Staged importRow={{ ...seen, staged: 0, promoted: 0 }} isGone />
  return (
    <>
      <PageHeader title={t('staged.title')} />
      {data === null && (
        <EmptyState title={t('staged.noImport', { id: importId })}>
          <ToImports />
        </EmptyState>
      )}
      <Loaded query={query} failure={t('toast.imports')} loading={t('shell:loading')} rows={7} />
    </>
  )
}

/** Link to the imports page, only for people who may open that page. */
function ToImports() {
  const { t } = useTranslation('security-merge')
  return useMay()(screens.imports) && <Link to="/mass_import/">{t('staged.toImports')}</Link>
}

/**
 * The breadcrumb down to an import, through the page that lists the imports of all comms or of the comm in
 * the URL.
 */
function useMergeSteps(seen: SecurityImport | undefined, commIds: CommIds | 'all'): readonly Step[] {
  const { t } = useTranslation()
  const above = useSecuritySteps(seen?.sec_id, seen?.sec_comm_id)
  const mayImport = useMay()(screens.imports)
  const to = commIds === 'all' ? '/mass_import/' : `/mass_import/${commIds.secId}/${commIds.commId}`
  return useMemo(
    () => [...above, ...(mayImport ? [{ text: t('screen.Mail Merge'), to }] : [])],
    [t, above, mayImport, to],
  )
}

const idOf = ({ pkey }: StagedEmail) => pkey
const rowIndex = ({ pkey }: StagedEmail, rows: readonly StagedEmail[] = []): number =>
  Math.max(
    0,
    rows.findIndex((row) => row.pkey === pkey),
  )

/** The facts of the import that the emails were made from. */
function ImportFacts({ importRow }: { importRow: SecurityImport }) {
  const { t } = useTranslation(['security-merge', 'security'])
  const facts = [
    { label: t('security:field.title'), value: importRow.title, note: importRow.filename },
    { label: t('field.secId'), value: importRow.sec_id },
    { label: t('field.commId'), value: importRow.sec_comm_id },
    { label: t('field.importDate'), value: <Time at={importRow.created_date} /> },
    { label: t('field.importedBy'), value: <Address text={importRow.created_by} /> },
    useCountFact(t('level.staged'), importRow.staged),
    useCountFact(t('staged.promoted'), importRow.promoted),
  ]
  return <LevelFacts facts={facts} />
}

/** The emails made from a mail-merge file, to be reviewed and promoted (spec 3 §2, Staged emails). */
function Staged({ importRow, isGone }: { importRow: SecurityImport; isGone: boolean }) {
  const { t } = useTranslation(['security-merge', 'security'])
  const offline = useOfflineReason()
  const { page, goTo } = usePageParam()
  const filter = useFilterText('company')
  const company = toCompanyFilter(filter.settled)
  const query = useStaged(importRow.pkey, company, page)
  const rows = query.data?.staging_emails
  const promotion = usePromotion(importRow.pkey, rows)
  const records = useRecords({
    kind: useMergeKind('staged'),
    rows: { ...query, data: rows },
    idOf,
    nameOf,
    parentId: importRow.pkey,
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
  const isPart = !isGone && (company !== 'all' || (query.data?.total ?? 0) > (rows?.length ?? 0))
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
      <ImportFacts importRow={importRow} />
      {isGone && (
        <p role="alert">
          {t('staged.noImport', { id: importRow.pkey })} <ToImports />
        </p>
      )}
      <Panel title={t('staged.list')}>
        <FilterBox label={t('staged.filter')} text={filter.text} onChange={filter.setText} />
        <PromotionTools importRow={importRow} rows={rows ?? []} promotion={promotion} />
        {!isGone && importRow.staged > importRow.promoted && <Reach importId={importRow.pkey} />}
        <StagedTable
          query={query}
          page={page}
          onGo={goTo}
          ticked={promotion.ticked}
          disabledReason={promotion.disabledReason}
          actions={actions}
        />
      </Panel>
      <ConfirmPromotion importRow={importRow} promotion={promotion} />
      {open?.what === 'inspect' && (
        <ReviewStaged
          importId={importRow.pkey}
          company={company}
          start={{ index: page * STAGED_PAGE + rowIndex(open.row, rows), id: open.row.pkey }}
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
        form={(props) => (
          <StagedForm
            {...props}
            importId={importRow.pkey}
            isDeleted={props.record ? props.isDeleted : isGone}
          />
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
