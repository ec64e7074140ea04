import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Tooltip.css'
import { Button, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { downloadCsv } from '../../shared/download.ts'
import { useStatusWord } from '../../shared/names.ts'
import { nowMs } from '../../shared/time.ts'
import type { CompanyRow } from './company-row.ts'
import { CSV_COLUMNS, cellsOf, fileName } from './incident-file.ts'

/** `isWhole`: no more rows are coming. Half a list is not offered as a file. */
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
    if (isDisabled) return
    const titles = CSV_COLUMNS.map((column) => t(`csv.${column}`))
    downloadCsv(
      fileName(company, nowMs()),
      titles,
      rows.map((row) => cellsOf(row, words)),
    )
  }
  return (
    <Tooltip
      label={isWhole ? t('csv.empty') : t('incidents.more')}
      disabled={!isDisabled}
      withinPortal={false}
    >
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={14} aria-hidden />}
        // Only a button that can be reached by keyboard can say why it is disabled.
        data-disabled={isDisabled}
        aria-disabled={isDisabled}
        onClick={save}
      >
        {t('csv.download')}
      </Button>
    </Tooltip>
  )
}
