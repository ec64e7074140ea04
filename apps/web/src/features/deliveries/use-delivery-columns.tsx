import type { Delivery } from '@aviary/contract/deliveries/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { DeliveryState } from './DeliveryState.tsx'
import { ReferenceLink } from './ReferenceLink.tsx'
import { useDeliveryWords } from './use-delivery-words.ts'

export function useDeliveryColumns(): readonly Column<Delivery>[] {
  const { t } = useTranslation('deliveries')
  const { language, typeName, companyName } = useDeliveryWords()
  return useMemo(
    () =>
      [
        {
          key: 'state',
          title: t('column.state'),
          width: '122px',
          card: 'tag' as const,
          value: ({ state }: Delivery) => state,
          render: ({ state, response }: Delivery) => <DeliveryState state={state} response={response} />,
        },
        {
          key: 'email',
          title: t('column.email'),
          width: '208px',
          card: 'title' as const,
          value: ({ email }: Delivery) => email,
        },
        {
          key: 'company',
          title: t('column.company'),
          value: (delivery: Delivery) => companyName(delivery),
        },
        {
          key: 'reference',
          title: t('column.reference'),
          width: '110px',
          card: 'tag' as const,
          value: ({ reference }: Delivery) => reference,
          render: ({ reference }: Delivery) => <ReferenceLink reference={reference} />,
        },
        {
          key: 'when',
          title: t('column.when'),
          width: TIME_WIDTH,
          card: 'line' as const,
          value: ({ sent_date, created_date }: Delivery) => sent_date ?? created_date,
          render: ({ sent_date, created_date }: Delivery) => <RowTime at={sent_date ?? created_date} />,
        },
        {
          key: 'type',
          title: t('column.type'),
          width: '130px',
          card: 'line' as const,
          value: (delivery: Delivery) => typeName(delivery),
        },
        {
          key: 'locale',
          title: t('column.language'),
          width: '6rem',
          value: ({ locale }: Delivery) => language(locale),
        },
      ].map((column) => ({ ...column, isSortable: false })),
    [t, language, typeName, companyName],
  )
}
