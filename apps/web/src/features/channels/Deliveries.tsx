import type { Channel, ChannelDelivery } from '@aviary/contract/channels/endpoints'
import { CHANNEL_DELIVERY_STATES, type ChannelDeliveryState } from '@aviary/contract/channels/rules'
import { Radio } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '../../shared/api.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { usePageParam } from '../../shared/use-page-param.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { ChipRow } from '../../ui/ChipRow.tsx'
import { ChoiceChip } from '../../ui/ChoiceChip.tsx'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { LoadError } from '../../ui/Loaded.tsx'
import { PageSteps } from '../../ui/PageSteps.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { RowActions } from '../../ui/table/row-actions.ts'
import classes from './channels.module.css'
import { DeliveryPanel } from './DeliveryPanel.tsx'
import { ReplayDialog } from './ReplayDialog.tsx'
import { DELIVERIES_PAGE, useChannelDeliveries } from './use-channels.ts'
import { useDeliveryColumns } from './use-delivery-columns.tsx'

/** What a channel was sent, newest first, with the state in the URL. */
export function Deliveries({ channel }: { channel: Channel }) {
  const { t } = useTranslation(['channels', 'deliveries'])
  const offline = useOfflineReason()
  const { page, goTo } = usePageParam()
  const { read, write } = useSearchParams()
  const state = CHANNEL_DELIVERY_STATES.find((name) => name === read('state'))
  const query = useChannelDeliveries(channel.channel_id, state, page)
  const { data, error } = query
  const columns = useDeliveryColumns()
  const [opened, setOpened] = useState<ChannelDelivery>()
  const [replayedSince, setReplayedSince] = useState<string>()
  // Without its channel there are none: it was deleted, and the screen is about to say so.
  useErrorToast(isNotFound(error) ? null : error, t('toast.deliveries'))
  const actions = useMemo(
    (): RowActions<ChannelDelivery> => ({
      title: t('deliveries.view'),
      singleWidth: '8.5rem',
      nameOf: ({ event, reference }) => [t(`event.${event}`), reference].filter(Boolean).join(', '),
      of: (delivery) => [{ label: t('deliveries.view'), run: () => setOpened(delivery) }],
    }),
    [t],
  )
  const { missed_since: missedSince } = channel
  const paused = channel.paused ? t('replay.paused') : undefined
  const missedNothing = missedSince === null ? t('replay.nothing') : undefined
  return (
    <Panel
      title={t('deliveries.title')}
      aside={
        <DisabledButton
          size="compact-sm"
          variant="default"
          disabledReason={offline ?? paused ?? missedNothing}
          onClick={() => missedSince !== null && setReplayedSince(missedSince)}
        >
          {t('replay.open')}
        </DisabledButton>
      }
    >
      <StateFilter state={state} onChange={(chosen) => write({ state: chosen, page: '' })} />
      {error && !data && <LoadError query={query} failure={t('deliveries.error')} />}
      {(data || !error) && (
        <DataTable
          label={t('deliveries.title')}
          name="channel-deliveries"
          rows={data?.deliveries ?? []}
          columns={columns}
          rowId={({ delivery_id }) => String(delivery_id)}
          isLoading={!data}
          sort={undefined}
          onSort={() => undefined}
          empty={t(state ? 'deliveries.noMatch' : 'deliveries.none')}
          actions={actions}
        />
      )}
      {data && (
        <PageSteps
          label={t('deliveries.title')}
          previous={{ label: t('deliveries:newer'), exists: page > 0, onPress: () => goTo(page - 1) }}
          next={{ label: t('deliveries:older'), exists: data.more_results, onPress: () => goTo(page + 1) }}
        >
          {data.deliveries.length === 0 && t('deliveries:noRows')}
          {data.deliveries.length > 0 &&
            t('deliveries:rows', {
              from: page * DELIVERIES_PAGE + 1,
              to: page * DELIVERIES_PAGE + data.deliveries.length,
            })}
        </PageSteps>
      )}
      {opened && (
        <DeliveryPanel
          channel={channel}
          // The current row of the list: a delivery that waited may have been sent after it was opened.
          delivery={data?.deliveries.find(({ delivery_id }) => delivery_id === opened.delivery_id) ?? opened}
          disabledReason={offline ?? paused}
          onClose={() => setOpened(undefined)}
        />
      )}
      {replayedSince !== undefined && (
        <ReplayDialog
          channel={channel}
          title={t('replay.title')}
          since={replayedSince}
          submit={t('replay.send')}
          onClose={() => setReplayedSince(undefined)}
        />
      )}
    </Panel>
  )
}

type StateFilterProps = {
  state: ChannelDeliveryState | undefined
  onChange: (state: ChannelDeliveryState | '') => void
}

function StateFilter({ state, onChange }: StateFilterProps) {
  const { t } = useTranslation('deliveries')
  return (
    <search>
      <ChipRow label={t('filters')}>
        <ChoiceChip label={t('filter.state')} chosen={state && t(`state.${state}`)}>
          <Radio.Group
            label={t('filter.state')}
            value={state ?? ''}
            onChange={(chosen) => onChange(CHANNEL_DELIVERY_STATES.find((name) => name === chosen) ?? '')}
          >
            <div className={classes.states}>
              <Radio size="xs" value="" label={t('filter.anyState')} />
              {CHANNEL_DELIVERY_STATES.map((name) => (
                <Radio key={name} size="xs" value={name} label={t(`state.${name}`)} />
              ))}
            </div>
          </Radio.Group>
        </ChoiceChip>
      </ChipRow>
    </search>
  )
}
