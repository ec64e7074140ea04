import type { Delivery } from '@aviary/contract/deliveries/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMailTypeName } from '../../shared/message-type-names.ts'
import { useLanguageName } from '../../shared/names.ts'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { ReferenceLink } from './ReferenceLink.tsx'

export function useDeliveryColumns(): readonly Column<Delivery>[] {
  const { t } = useTranslation('deliveries')
  const language = useLanguageName()
  const typeName = useMailTypeName()
  return useMemo(
    () =>
      [
        {
          key: 'reference',
          title: t('column.reference'),
          width: '100px',
          card: 'tag' as const,
          value: ({ reference }: Delivery) => reference,
          render: ({ reference }: Delivery) => <ReferenceLink reference={reference} />,
        },
        {
          key: 'type',
          title: t('column.type'),
          card: 'line' as const,
          value: ({ message_type, is_correction }: Delivery) =>
            is_correction ? t('correction', { type: typeName(message_type) }) : typeName(message_type),
        },
        {
          key: 'email',
          title: t('column.email'),
          width: '220px',
          card: 'title' as const,
          value: ({ email }: Delivery) => email,
        },
        {
          key: 'company',
          title: t('column.company'),
          value: ({ company_name, company_id, company_basis }: Delivery) => {
            if (company_basis === 'internal' || company_basis === 'unknown')
              return t(`company.${company_basis}`)
            const company = company_name ?? company_id
            return company_basis === 'today' ? t('company.today', { company }) : company
          },
        },
        {
          key: 'locale',
          title: t('column.language'),
          width: '6rem',
          value: ({ locale }: Delivery) => language(locale),
        },
        {
          key: 'state',
          title: t('column.state'),
          width: '110px',
          card: 'tag' as const,
          value: ({ state }: Delivery) => t(`state.${state}`),
        },
        {
          key: 'when',
          title: t('column.when'),
          width: TIME_WIDTH,
          card: 'line' as const,
          value: ({ sent_date, created_date }: Delivery) => sent_date ?? created_date,
          render: ({ sent_date, created_date }: Delivery) => <RowTime at={sent_date ?? created_date} />,
        },
        { key: 'response', title: t('column.response'), value: ({ response }: Delivery) => response },
      ].map((column) => ({ ...column, isSortable: false })),
    [t, language, typeName],
  )
}
