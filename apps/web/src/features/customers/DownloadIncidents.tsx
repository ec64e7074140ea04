import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { downloadCsv } from '../../shared/download.ts'
import { useStatusWord } from '../../shared/names.ts'
import { nowMs } from '../../shared/time/clock.ts'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import type { CompanyRow } from './company-row.ts'
import { CSV_COLUMNS, fileName, toCells } from './incident-file.ts'

/** `isWhole`: all rows are loaded. An incomplete list cannot be downloaded. */
type DownloadProps = { company: string; rows: readonly CompanyRow[]; isWhole: boolean }

export function DownloadIncidents({ company, rows, isWhole }: DownloadProps) {
  const { t } = useTranslation(['customers', 'shell'])
  const word = useStatusWord()
  const isDisabled = rows.length === 0 || !isWhole
  const words = {
    severity: ({ incident }: CompanyRow) => word(incident.severity),
    status: ({ isOpen }: CompanyRow) => (isOpen ? t('status.active') : t('status.closed')),
  }
  const save = () => {
    const titles = CSV_COLUMNS.map((column) => t(`csv.${column}`))
    downloadCsv(
      fileName(company, nowMs()),
      titles,
      rows.map((row) => toCells(row, words)),
    )
  }
  return (
    <DisabledButton
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={14} aria-hidden />}
      disabledReason={isDisabled ? t(isWhole ? 'csv.empty' : 'incidents.more') : undefined}
      onClick={save}
    >
      {t('csv.download')}
    </DisabledButton>
  )
}
