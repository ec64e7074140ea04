import { useTranslation } from 'react-i18next'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useFilterTexts } from '../../shared/use-filter-text.ts'
import { usePageParam } from '../../shared/use-page-param.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ChannelCounts } from './ChannelProgress.tsx'
import { DeliveryFilters } from './DeliveryFilters.tsx'
import { LedgerPages } from './LedgerPages.tsx'
import { FILTERS, findFilterFault, useToldChannels } from './use-deliveries.ts'
import { useToldColumns } from './use-told-columns.tsx'

const NO_ROWS = { deliveries: [], counts: null, more_results: false }

/** What channels were told, and what became of it. */
export function ChannelLedger() {
  const { t } = useTranslation('deliveries')
  const { page, goTo } = usePageParam()
  const { texts, setTexts, settled } = useFilterTexts(FILTERS)
  const fault = findFilterFault(settled)
  const query = useToldChannels(settled, page)
  const { data: loaded, error, isPending } = query
  const data = fault ? NO_ROWS : loaded
  const columns = useToldColumns()
  useErrorToast(error, t('toast.channels'))
  return (
    <Panel title={t('channels.list')}>
      <DeliveryFilters of="channels" filters={texts} onChange={setTexts} />
      {data?.counts && <ChannelCounts progress={data.counts} />}
      {error && !data && <LoadError query={query} failure={t('error')} />}
      {(data || !error) && (
        <DataTable
          label={t('channels.list')}
          name="told-channels"
          rows={data?.deliveries ?? []}
          columns={columns}
          rowId={({ delivery_id }) => String(delivery_id)}
          isLoading={isPending && !fault}
          sort={undefined}
          onSort={() => undefined}
          empty={t(fault ?? 'channels.none')}
        />
      )}
      {data && (
        <LedgerPages
          {...{ page, goTo }}
          label={t('channels.list')}
          rows={data.deliveries.length}
          hasMore={data.more_results}
        />
      )}
    </Panel>
  )
}
