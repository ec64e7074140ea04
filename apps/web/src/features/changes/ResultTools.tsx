import { exportChanges } from '@aviary/contract/changes/endpoints'
import { SORT_COLUMNS } from '@aviary/contract/changes/rules'
import { CHANGES_MAX_EXPORTED, LONGEST_ADDRESS } from '@aviary/contract/constants'
import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconLink, IconRefresh, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { isGatewayTimeout } from '../../shared/api.ts'
import { downloadBuffered, fileUrl } from '../../shared/download.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import { useDownload } from '../../shared/use-download.ts'
import { FileLink } from '../../ui/FileLink.tsx'
import { Segments } from '../../ui/Segments.tsx'
import type { ChangeSearch, Display } from './change-search.ts'
import classes from './changes.module.css'
import { useFileLimitText } from './FileLimit.tsx'
import { getExportInput, type SearchRequest } from './use-changes.ts'

type ResultToolsProps = {
  search: ChangeSearch
  request: SearchRequest
  /** True if no change is shown, so that there is nothing to download. */
  isEmpty: boolean
  hasNextPage: boolean
  /** Id of the element that says how many rows the CSV file holds at most. */
  limitTextId: string
  onDisplay: (changes: Partial<Display>) => void
  onRefresh: () => void
}

type ExportProps = Pick<ResultToolsProps, 'search' | 'request' | 'isEmpty' | 'hasNextPage' | 'limitTextId'>

/** Controls of the results: view, sort order, refresh, copy link and CSV export. */
export const ResultTools = memo((props: ResultToolsProps) => {
  const { search, onDisplay, onRefresh } = props
  const { t } = useTranslation('changes')
  const offline = useOfflineReason()
  const { style } = search.display
  return (
    <div className={classes.tools}>
      <Segments
        label={t('view')}
        value={style}
        choices={[
          { value: 'card', label: t('view.card') },
          { value: 'table', label: t('view.table') },
        ]}
        onChange={(next) => onDisplay({ style: next })}
      />
      <Order display={search.display} onDisplay={onDisplay} />
      <ActionIcon
        variant="default"
        aria-label={t('refresh')}
        disabled={offline !== undefined}
        title={offline ?? t('refresh')}
        onClick={onRefresh}
      >
        <IconRefresh size={16} aria-hidden />
      </ActionIcon>
      <CopyLink />
      <Export {...props} />
    </div>
  )
})

type OrderProps = { display: Display; onDisplay: ResultToolsProps['onDisplay'] }

/** Sort column and direction (spec 2 §2.1). */
const Order = memo(({ display, onDisplay }: OrderProps) => {
  const { t } = useTranslation('changes')
  const offline = useOfflineReason()
  const direction = (sortDirection: Display['sortDirection'], Icon: typeof IconSortAscending) => {
    const name = t(`order.${sortDirection}`)
    const isOn = display.sortDirection === sortDirection
    return (
      <ActionIcon
        variant={isOn ? 'filled' : 'default'}
        aria-label={name}
        aria-pressed={isOn}
        disabled={offline !== undefined}
        title={offline ?? name}
        onClick={() => onDisplay({ sortDirection, page: 1 })}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <Group gap={4} wrap="nowrap">
      <NativeSelect
        size="xs"
        aria-label={t('order.by')}
        disabled={offline !== undefined}
        title={offline ?? t('order.by')}
        value={display.sortBy}
        onChange={(event) => {
          const sortBy = SORT_COLUMNS.find((column) => column === event.currentTarget.value)
          if (sortBy) onDisplay({ sortBy, page: 1 })
        }}
        data={SORT_COLUMNS.map((column) => ({ value: column, label: t(`field.${column}`) }))}
      />
      {direction('ASC', IconSortAscending)}
      {direction('DESC', IconSortDescending)}
    </Group>
  )
})

/** Copies the URL of the page, which holds the whole search. */
function CopyLink() {
  const { t } = useTranslation(['changes', 'shell'])
  const { copied, copy } = useClipboard({ timeout: COPIED_SHOWN_MS })
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconLink size={14} aria-hidden />}
      onClick={() => copy(window.location.href)}
    >
      <span aria-live="polite">{copied ? t('shell:copied') : t('copyLink')}</span>
    </Button>
  )
}

const COPIED_SHOWN_MS = 1_000

/** CSV of all results, not only this page, up to CHANGES_MAX_EXPORTED rows. */
function Export({ search, request, isEmpty, hasNextPage, limitTextId }: ExportProps) {
  const { t } = useTranslation(['changes', 'shell'])
  const number = useCount()
  const offline = useOfflineReason()
  const limitText = useFileLimitText({ filters: search.filters, request, hasNextPage })
  const input = getExportInput(search, request)
  const address = fileUrl(exportChanges, input)
  const file = useDownload(
    () => downloadBuffered(exportChanges, input),
    (error) => t(isGatewayTimeout(error) ? 'error.timeout' : 'shell:file.failed'),
  )
  const isTooLong = address.length > LONGEST_ADDRESS
  return (
    <FileLink
      {...file}
      url={address}
      disabledReason={offline ?? (isEmpty ? t('csv.empty') : isTooLong ? t('csv.tooLong') : undefined)}
      title={t('csv.all', { most: number(CHANGES_MAX_EXPORTED) })}
      describedBy={limitText && limitTextId}
    >
      {t('csv')}
    </FileLink>
  )
}
