import type { CustomerLink } from '@aviary/contract/customer-links/endpoints'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { nowMs } from '../../shared/time/clock.ts'
import { useCount } from '../../shared/use-count.ts'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useRecords } from '../../ui/records/use-records.ts'
import { RowTime } from '../../ui/Time.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { useCustomerLinkKind, useCustomerLinks } from './use-customer-links.ts'

/** The dialogs of links: their code is loaded when the first one opens. */
const LazyCustomerLinkDialogs = lazyWithRetry(async () => {
  const { CustomerLinkDialogs } = await import('./CustomerLinkDialogs.tsx')
  return { default: CustomerLinkDialogs }
})

const idOf = ({ link_id }: CustomerLink) => link_id
const nameOf = ({ name }: CustomerLink) => name

/** The links by which a customer reads its own status page, for staff who may make them. */
export function CustomerLinks({ companyId }: { companyId: number }) {
  const { t } = useTranslation('customers')
  const offline = useOfflineReason()
  const number = useCount()
  const query = useCustomerLinks(companyId)
  const { data, error, refetch } = query
  const rows = data?.links
  const records = useRecords({
    kind: useCustomerLinkKind(),
    rows: useMemo(() => ({ data: rows, error, refetch }), [rows, error, refetch]),
    ...{ idOf, nameOf, parentId: companyId },
  })
  const columns = useColumns()
  return (
    <Panel
      title={t('links.title')}
      aside={
        data && (
          <DisabledButton
            variant="default"
            size="compact-sm"
            disabledReason={data.is_on ? offline : t('links.off')}
            onClick={records.create}
          >
            {t('links.add')}
          </DisabledButton>
        )
      }
    >
      <p className="muted">{t(data?.is_on === false ? 'links.off' : 'links.help')}</p>
      <Loaded query={query} failure={t('links.error')} loading={t('links.title')} rows={1}>
        {({ links }) =>
          links.length === 0 ? (
            <p className="muted">{t('links.none')}</p>
          ) : (
            <DataTable
              label={t('links.title')}
              rows={links}
              columns={columns}
              rowId={records.rowId}
              actions={records.actions}
              isSorted
              sort={undefined}
              onSort={() => undefined}
              count={records.words.count({ shown: number(links.length), all: number(links.length) })}
            />
          )
        }
      </Loaded>
      {records.open && (
        <Suspense fallback={null}>
          <LazyCustomerLinkDialogs {...records} companyId={companyId} />
        </Suspense>
      )}
    </Panel>
  )
}

function useColumns(): readonly Column<CustomerLink>[] {
  const { t } = useTranslation('customers')
  const number = useCount()
  return useMemo(() => {
    const columns: Column<CustomerLink>[] = [
      { key: 'name', title: t('links.name'), card: 'title', value: ({ name }) => name },
      {
        key: 'state',
        title: t('links.state'),
        width: '6rem',
        card: 'tag',
        value: ({ expires_date }) => t(Date.parse(expires_date) > nowMs() ? 'links.live' : 'links.ended'),
      },
      {
        key: 'devices',
        title: t('links.devices'),
        width: '6rem',
        value: ({ devices, most_devices }) =>
          t('links.devicesOf', { number: number(devices), most: number(most_devices) }),
      },
      {
        key: 'refused',
        title: t('links.refused'),
        width: '6rem',
        value: ({ refused }) => (refused === 0 ? null : number(refused)),
      },
      {
        key: 'seen',
        title: t('links.lastSeen'),
        width: TIME_WIDTH,
        value: ({ last_seen_date }) => last_seen_date,
        render: ({ last_seen_date }) => (last_seen_date ? <RowTime at={last_seen_date} /> : t('links.never')),
      },
      {
        key: 'expires',
        title: t('links.expires'),
        width: TIME_WIDTH,
        value: ({ expires_date }) => expires_date,
        render: ({ expires_date }) => <RowTime at={expires_date} />,
      },
      { key: 'by', title: t('links.createdBy'), width: '11rem', value: ({ created_by }) => created_by },
    ]
    // They stay in the order of the server: the newest first.
    return columns.map((column) => ({ ...column, isSortable: false }))
  }, [t, number])
}
