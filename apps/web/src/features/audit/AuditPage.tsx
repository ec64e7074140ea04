import { type AuditRecord, exportAudit } from '@aviary/contract/audit/endpoints'
import { AUDIT_PAGE } from '@aviary/contract/constants'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadAsItComes, fileAddress } from '../../shared/download.ts'
import { useCount } from '../../shared/use-count.ts'
import { useDownload } from '../../shared/use-download.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { FileLink } from '../../ui/FileLink.tsx'
import { LoadError } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import classes from './audit.module.css'
import { faultsOf, type TypedRange } from './audit-range.ts'
import { ContextDialog } from './ContextDialog.tsx'
import { SealLine } from './SealLine.tsx'
import { exportInput, useAudit, useAuditOptions, useNewerRows } from './use-audit.ts'
import { useAuditColumns } from './use-audit-columns.tsx'
import { type Asked, firstRowOf, useAuditFilters } from './use-audit-filters.ts'

const NONE: readonly AuditRecord[] = []

/** Who did what when, and what it changed (spec 3 §2, Action audit). */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const filters = useAuditFilters()
  const options = useAuditOptions()
  const found = useAudit(filters.asked)
  useErrorToast(found.error, t('toast.list'))
  useErrorToast(options.error, t('toast.options'))
  const showNewer = () => {
    filters.showNewer()
    // Within the same minute the range does not move, and nothing else would ask again.
    void found.refetch()
  }
  return (
    <>
      <PageHeader title={t('title')} />
      <Panel title={t('list')} aside={<Exports asked={filters.asked} fault={faultIn(filters.typed)} />}>
        <AuditFilters filters={filters} options={options} />
        <Newer asked={filters.asked} found={found} onShow={showNewer} />
        {found.error && !found.data ? (
          <LoadError query={found} failure={t('error')} />
        ) : (
          <Rows found={found} fault={faultIn(filters.typed)} />
        )}
        <Pages page={filters.asked.page} found={found} onGo={filters.goTo} />
        <SealLine />
      </Panel>
    </>
  )
}

/** The log goes on while one reads; its rows stay where they are until somebody asks for the newer ones. */
function Newer({ asked, found, onShow }: { asked: Asked; found: Found; onShow: () => void }) {
  const { t } = useTranslation('audit')
  const number = useCount()
  const count = useNewerRows(asked, found)
  const isCut = count >= AUDIT_PAGE
  return (
    <div className={classes.newer} role="status">
      {count > 0 && (
        <Button size="compact-sm" variant="default" onClick={onShow}>
          {t(isCut ? 'newer.many' : 'newer', { count, number: number(count) })}
        </Button>
      )}
    </div>
  )
}

const faultIn = (typed: TypedRange) => {
  const { start, end } = faultsOf(typed)
  return start ?? end
}

type Found = ReturnType<typeof useAudit>
type Fault = ReturnType<typeof faultIn>

function Rows({ found, fault }: { found: Found; fault: Fault }) {
  const { t } = useTranslation('audit')
  const columns = useAuditColumns()
  const [opened, setOpened] = useState<AuditRecord>()
  const view = (record: AuditRecord) =>
    record.context !== null && (
      <RowButton
        name={t('context.open', { id: record.pkey })}
        disabledReason={undefined}
        onClick={() => setOpened(record)}
      >
        {t('context.view')}
      </RowButton>
    )
  return (
    <>
      <DataTable
        label={t('list')}
        rows={found.data?.audit_log ?? NONE}
        columns={columns}
        rowId={({ pkey }) => String(pkey)}
        minWidth="980px"
        // What cannot be asked for is not on its way.
        isLoading={found.isPending && !fault}
        empty={fault && t(fault)}
        isSorted
        sort={undefined}
        onSort={() => undefined}
        actions={{ title: t('context.view'), width: '6.5rem', render: view }}
      />
      {opened && <ContextDialog record={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** Page after page; how many there are is not counted, for that would take as long as reading them all. */
function Pages({ page, found, onGo }: { page: number; found: Found; onGo: (page: number) => void }) {
  const { t } = useTranslation('audit')
  const number = useCount()
  const count = found.isPlaceholderData ? 0 : (found.data?.audit_log.length ?? 0)
  const named = t('page', { page: number(page + 1) })
  const from = firstRowOf(page) + 1
  return (
    <nav className={classes.pages} aria-label={t('pages')}>
      <PageButton isDisabled={page === 0} onClick={() => onGo(page - 1)}>
        {t('previous')}
      </PageButton>
      <span className="muted" role="status">
        {count === 0
          ? named
          : `${named} · ${t('rows', { from: number(from), to: number(from + count - 1) })}`}
      </span>
      <PageButton
        isDisabled={!found.data?.more_results || found.isPlaceholderData}
        onClick={() => onGo(page + 1)}
      >
        {t('next')}
      </PageButton>
    </nav>
  )
}

type PageButtonProps = { isDisabled: boolean; onClick: () => void; children: string }

/** Keeps the focus while the next page comes, and where there is none: who pages by keyboard stays at the button. */
const PageButton = ({ isDisabled, onClick, children }: PageButtonProps) => (
  <DisabledButton
    size="compact-sm"
    variant="default"
    disabledReason={isDisabled ? '' : undefined}
    onClick={onClick}
  >
    {children}
  </DisabledButton>
)

/** The whole of what is filtered, however long. */
function Exports({ asked, fault }: { asked: Asked; fault: Fault }) {
  return (
    <div className={classes.exports}>
      <Export asked={asked} fault={fault} format="csv" />
      <Export asked={asked} fault={fault} format="jsonl" />
    </div>
  )
}

function Export({ asked, fault, format }: { asked: Asked; fault: Fault; format: 'csv' | 'jsonl' }) {
  const { t } = useTranslation(['audit', 'shell'])
  const input = exportInput(asked, format)
  const file = useDownload(
    () => downloadAsItComes(exportAudit, input),
    () => t('shell:file.failed'),
  )
  // A range that cannot be asked for would export the whole log.
  const isDisabled = fault !== undefined || asked.range === undefined
  return (
    <FileLink
      {...file}
      address={fileAddress(exportAudit, input)}
      disabledReason={isDisabled ? (fault && t(fault)) || '' : undefined}
    >
      {t(`export.${format}`)}
    </FileLink>
  )
}
