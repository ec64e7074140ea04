import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Radio.css'
import '@mantine/core/styles/Combobox.css'
import { SORT_COLUMNS } from '@aviary/contract/changes/rules'
import { CHANGES_MOST_EXPORTED, LONGEST_ADDRESS } from '@aviary/contract/constants'
import { ActionIcon, Button, CopyButton, Group, NativeSelect, Radio } from '@mantine/core'
import {
  IconDownload,
  IconLink,
  IconRefresh,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import type { ChangeSearch, Display } from './change-search.ts'
import classes from './changes.module.css'
import { type Asked, exportAddress } from './use-changes.ts'

type ResultToolsProps = {
  search: ChangeSearch
  asked: Asked
  /** No change shows, so there is nothing to download. */
  isEmpty: boolean
  onDisplay: (changes: Partial<Display>) => void
  onRefresh: () => void
}

/** How the results show, in which order, and what can be done with them. */
export function ResultTools({ search, asked, isEmpty, onDisplay, onRefresh }: ResultToolsProps) {
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
      <Export address={isEmpty ? undefined : exportAddress(search, asked)} />
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

/** All that was found, on whatever page: the browser takes the file as it comes. No address: there is nothing to take. */
function Export({ address }: { address: string | undefined }) {
  const { t } = useTranslation('changes')
  const number = useCount()
  const offline = useOfflineReason()
  const isTooLong = address !== undefined && address.length > LONGEST_ADDRESS
  const reason =
    offline ?? (isTooLong ? t('csv.tooLong') : address === undefined ? t('csv.empty') : undefined)
  return (
    <Button
      component="a"
      {...(reason === undefined
        ? { download: true, href: address, title: t('csv.all', { most: number(CHANGES_MOST_EXPORTED) }) }
        : { role: 'link', tabIndex: 0, 'data-disabled': true, 'aria-disabled': true, title: reason })}
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
    >
      {t('csv')}
    </Button>
  )
}
