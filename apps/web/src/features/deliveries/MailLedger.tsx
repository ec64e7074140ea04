import type { Delivery } from '@aviary/contract/deliveries/endpoints'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readId } from '../../shared/read-id.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useFilterTexts } from '../../shared/use-filter-text.ts'
import { usePageParam } from '../../shared/use-page-param.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { RowActions } from '../../ui/table/row-actions.ts'
import { CompanyAnswer } from './CompanyAnswer.tsx'
import { DeliveredMail } from './DeliveredMail.tsx'
import { DeliveryFilters } from './DeliveryFilters.tsx'
import { LedgerPages } from './LedgerPages.tsx'
import { FILTERS, findFilterFault, useDeliveries } from './use-deliveries.ts'
import { useDeliveryColumns } from './use-delivery-columns.tsx'

const NO_DELIVERIES = { deliveries: [], more_results: false }

/** List of all mails: recipient, time, language and delivery state. */
export function MailLedger() {
  const { t } = useTranslation(['deliveries', 'shell'])
  const { page, goTo } = usePageParam()
  const { texts, setTexts, settled } = useFilterTexts(FILTERS)
  const reference = settled.reference.trim()
  const companyId = readId(settled.company_id.trim())
  const fault = findFilterFault(settled)
  const query = useDeliveries(settled, page)
  const { data: loaded, error, isPending } = query
  const data = fault ? NO_DELIVERIES : loaded
  const columns = useDeliveryColumns()
  const [opened, setOpened] = useState<Delivery>()
  useErrorToast(error, t('toast.ledger'))
  const actions = useMemo(
    (): RowActions<Delivery> => ({
      title: t('view'),
      singleWidth: '8.5rem',
      nameOf: ({ email, reference: matter }) => `${email}, ${matter}`,
      of: (delivery) => [{ label: t('view'), run: () => setOpened(delivery) }],
    }),
    [t],
  )
  return (
    <>
      <Panel title={t('list')}>
        <DeliveryFilters of="mails" filters={texts} onChange={setTexts} />
        {companyId !== undefined && reference !== '' && (
          <CompanyAnswer companyId={companyId} reference={reference} />
        )}
        {error && !data && <LoadError query={query} failure={t('error')} />}
        {(data || !error) && (
          <DataTable
            label={t('list')}
            name="deliveries"
            rows={data?.deliveries ?? []}
            columns={columns}
            rowId={({ delivery_id }) => String(delivery_id)}
            isLoading={isPending && !fault}
            sort={undefined}
            onSort={() => undefined}
            empty={t(fault ?? 'none')}
            actions={actions}
          />
        )}
        {data && (
          <LedgerPages
            {...{ page, goTo }}
            label={t('list')}
            rows={data.deliveries.length}
            hasMore={data.more_results}
          />
        )}
      </Panel>
      {opened && (
        <DeliveredMail
          // The mail's current row of the list: a queued mail may have been sent after it was opened.
          delivery={data?.deliveries.find(({ delivery_id }) => delivery_id === opened.delivery_id) ?? opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}
