import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Radio.css'
import '@mantine/core/styles/Combobox.css'
import { SORT_COLUMNS } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'
import { ActionIcon, Button, CopyButton, Group, NativeSelect, Radio } from '@mantine/core'
import {
  IconDownload,
  IconLink,
  IconRefresh,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { downloadCsv } from '../../shared/download.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { nowMs } from '../../shared/time.ts'
import type { ChangeSearch, Display } from './change-search.ts'
import classes from './changes.module.css'
import { CSV_COLUMNS, cellsOf, fileName } from './changes-file.ts'
import { useFieldWords } from './FieldValue.tsx'

type ResultToolsProps = {
  search: ChangeSearch
  changes: readonly Change[]
  onDisplay: (changes: Partial<Display>) => void
  onRefresh: () => void
}

/** How the results show, in which order, and what can be done with them. */
export function ResultTools({ search, changes, onDisplay, onRefresh }: ResultToolsProps) {
  const { t } = useTranslation('changes')
  const offline = useOfflineReason()
  const { style } = search.display
  return (
    <div className={classes.tools}>
      <Radio.Group
        label={t('view')}
        labelProps={{ className: 'visually-hidden' }}
        value={style}
        onChange={(next) => onDisplay({ style: next === 'table' ? 'table' : 'card' })}
      >
        <Group gap={12}>
          <Radio size="xs" value="card" label={t('view.card')} />
          <Radio size="xs" value="table" label={t('view.table')} />
        </Group>
      </Radio.Group>
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
      <SavePage changeType={search.filters.changeType} changes={changes} />
    </div>
  )
}

/** By which column, and from which end (spec 2 §2.1). */
function Order({ display, onDisplay }: { display: Display; onDisplay: ResultToolsProps['onDisplay'] }) {
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
}

/** The address of this page reproduces the search for anybody. */
function CopyLink() {
  const { t } = useTranslation(['changes', 'shell'])
  return (
    <CopyButton value={window.location.href}>
      {({ copied, copy }) => (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconLink size={14} aria-hidden />}
          onClick={copy}
        >
          <span aria-live="polite">{copied ? t('shell:copied') : t('copyLink')}</span>
        </Button>
      )}
    </CopyButton>
  )
}

function SavePage({ changeType, changes }: { changeType: string; changes: readonly Change[] }) {
  const { t } = useTranslation('changes')
  const words = useFieldWords()
  const save = () =>
    downloadCsv(
      fileName(changeType, nowMs()),
      CSV_COLUMNS.map((field) => t(`field.${field}`)),
      changes.map((change) => cellsOf(change, words)),
    )
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      disabled={changes.length === 0}
      title={t(changes.length === 0 ? 'csv.empty' : 'csv.page')}
      onClick={save}
    >
      {t('csv')}
    </Button>
  )
}
