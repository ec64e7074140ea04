import { type AuditRecord, exportAudit } from '@aviary/contract/audit/endpoints'
import { AUDIT_PAGE } from '@aviary/contract/constants'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadStreamed, fileUrl } from '../../shared/download.ts'
import { useCount } from '../../shared/use-count.ts'
import { useDownload } from '../../shared/use-download.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { FileLink } from '../../ui/FileLink.tsx'
import { LoadError } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSteps } from '../../ui/PageSteps.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { RowActions } from '../../ui/table/row-actions.ts'
import { AuditFilters } from './AuditFilters.tsx'
import classes from './audit.module.css'
import { findRangeFaults, type TypedRange } from './audit-range.ts'
import { ContextPanel } from './ContextPanel.tsx'
import { SealLine } from './SealLine.tsx'
import { getExportInput, useAudit, useAuditOptions, useNewerRows } from './use-audit.ts'
import { useAuditColumns } from './use-audit-columns.tsx'
import { type AuditRequest, getFirstRow, useAuditFilters } from './use-audit-filters.ts'

const NO_RECORDS: readonly AuditRecord[] = []

/** Log of all actions: who did what, when, and what it changed (spec 3 §2, Action audit). */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const filters = useAuditFilters()
  const options = useAuditOptions()
  const query = useAudit(filters.request)
  useErrorToast(query.error, t('toast.list'))
  useErrorToast(options.error, t('toast.options'))
  const showNewer = () => {
    filters.showNewer()
    // Within the same minute the new range equals the old one, so the query would not refetch by itself.
    void query.refetch()
  }
  return (
    <>
      <PageHeader title={t('title')} />
      <Panel
        title={t('list')}
        aside={<Exports request={filters.request} fault={getRangeFault(filters.typed)} />}
      >
        <AuditFilters filters={filters} options={options} />
        <Newer request={filters.request} query={query} onShow={showNewer} />
        {query.error && !query.data ? (
          <LoadError query={query} failure={t('error')} />
        ) : (
          <Rows query={query} fault={getRangeFault(filters.typed)} />
        )}
        <Pages page={filters.request.page} query={query} onGo={filters.goTo} />
        <SealLine />
      </Panel>
    </>
  )
}

/** Button that reports newer rows; the table stays unchanged until the button is pressed. */
function Newer({ request, query, onShow }: { request: AuditRequest; query: AuditQuery; onShow: () => void }) {
  const { t } = useTranslation('audit')
  const number = useCount()
  const count = useNewerRows(request, query)
  const isTruncated = count >= AUDIT_PAGE
  return (
    <div className={classes.newer} role="status">
      {count > 0 && (
        <Button size="compact-sm" variant="default" onClick={onShow}>
          {t(isTruncated ? 'newer.many' : 'newer', { count, number: number(count) })}
        </Button>
      )}
    </div>
  )
}

const getRangeFault = (typed: TypedRange) => {
  const { start, end } = findRangeFaults(typed)
  return start ?? end
}

type AuditQuery = ReturnType<typeof useAudit>
type Fault = ReturnType<typeof getRangeFault>

function Rows({ query, fault }: { query: AuditQuery; fault: Fault }) {
  const { t } = useTranslation('audit')
  const columns = useAuditColumns()
  const [opened, setOpened] = useState<AuditRecord>()
  const actions = useMemo(
    (): RowActions<AuditRecord> => ({
      title: t('context.view'),
      singleWidth: '6.5rem',
      nameOf: ({ pkey }) => String(pkey),
      of: (record) =>
        record.context === null
          ? []
          : [
              {
                label: t('context.view'),
                name: t('context.open', { id: record.pkey }),
                run: () => setOpened(record),
              },
            ],
    }),
    [t],
  )
  return (
    <>
      <DataTable
        label={t('list')}
        name="audit"
        rows={query.data?.audit_log ?? NO_RECORDS}
        columns={columns}
        rowId={({ pkey }) => String(pkey)}
        // With an invalid range nothing is loading: the query is disabled, although its state is pending.
        isLoading={query.isPending && !fault}
        empty={fault && t(fault)}
        isSorted
        sort={undefined}
        onSort={() => undefined}
        actions={actions}
      />
      {opened && <ContextPanel record={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function Pages({ page, query, onGo }: { page: number; query: AuditQuery; onGo: (page: number) => void }) {
  const { t } = useTranslation('audit')
  const number = useCount()
  const count = query.isPlaceholderData ? 0 : (query.data?.audit_log.length ?? 0)
  const pageNumber = t('page', { page: number(page + 1) })
  const firstRow = getFirstRow(page) + 1
  const hasNext = query.data?.more_results === true && !query.isPlaceholderData
  return (
    <PageSteps
      label={t('pages')}
      previous={{ label: t('previous'), exists: page > 0, onPress: () => onGo(page - 1) }}
      next={{ label: t('next'), exists: hasNext, onPress: () => onGo(page + 1) }}
    >
      {count === 0
        ? pageNumber
        : `${pageNumber} · ${t('rows', { from: number(firstRow), to: number(firstRow + count - 1) })}`}
    </PageSteps>
  )
}

/** Download of all filtered rows. */
function Exports({ request, fault }: { request: AuditRequest; fault: Fault }) {
  return (
    <div className={classes.exports}>
      <Export request={request} fault={fault} format="csv" />
      <Export request={request} fault={fault} format="jsonl" />
    </div>
  )
}

function Export({
  request,
  fault,
  format,
}: {
  request: AuditRequest
  fault: Fault
  format: 'csv' | 'jsonl'
}) {
  const { t } = useTranslation(['audit', 'shell'])
  const input = getExportInput(request, format)
  const file = useDownload(
    () => downloadStreamed(exportAudit, input),
    () => t('shell:file.failed'),
  )
  // With an invalid range the export would hold the whole log.
  const isDisabled = fault !== undefined || request.range === undefined
  return (
    <FileLink
      {...file}
      url={fileUrl(exportAudit, input)}
      disabledReason={isDisabled ? (fault && t(fault)) || '' : undefined}
    >
      {t(`export.${format}`)}
    </FileLink>
  )
}
