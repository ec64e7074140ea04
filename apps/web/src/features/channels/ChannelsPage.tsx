import type { Channel } from '@aviary/contract/channels/endpoints'
import { everybodysChannels } from '@aviary/contract/channels/rules'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RecordTable } from '../../ui/records/RecordTable.tsx'
import { OpenChannel } from './OpenChannel.tsx'
import { useChannelColumns } from './use-channel-columns.tsx'
import { useChannelRecords } from './use-channel-records.ts'
import { useChannels } from './use-channels.ts'

const BY_NAME = { key: 'name', isDescending: false }
const textOf = ({ name, host, owner }: Channel) => [name, host, owner ?? ''].join(' ')
const rowMarks = ({ audience, paused }: Channel) => ({
  'data-internal': audience === 'INTERNAL' || undefined,
  'data-muted': paused !== null || undefined,
})

/** The channels that post messages and notifications to other systems. */
export function ChannelsPage() {
  const { t } = useTranslation('channels')
  const offline = useOfflineReason()
  const mayManage = useMay()(everybodysChannels)
  const channels = useChannelRecords(useChannels())
  const { records } = channels
  const title = t(mayManage ? 'list.all' : 'list.own')
  return (
    <>
      <PageHeader title={t('title')}>
        <Button size="sm" onClick={records.create} disabled={Boolean(offline)} title={offline}>
          {t('form.create')}
        </Button>
      </PageHeader>
      <Panel title={title}>
        <RecordTable
          {...records}
          label={title}
          name="channels"
          columns={useChannelColumns()}
          initialSort={BY_NAME}
          rowMarks={rowMarks}
          empty={t(records.rows.data?.length === 0 ? 'list.none' : 'list.noMatch')}
          filter={{ label: t('list.filter'), textOf }}
        />
      </Panel>
      <OpenChannel {...channels} />
    </>
  )
}
