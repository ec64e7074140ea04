import { DELIVERY_STATES } from '@aviary/contract/deliveries/rules'
import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CompanyFilter } from './CompanyFilter.tsx'
import classes from './deliveries.module.css'
import type { DeliveryFilters } from './use-deliveries.ts'

type DeliveryFilterFormProps = { filters: DeliveryFilters; onChange: (filters: DeliveryFilters) => void }

export function DeliveryFilterForm({ filters, onChange }: DeliveryFilterFormProps) {
  const { t } = useTranslation('deliveries')
  return (
    <search className={classes.form}>
      <TextInput
        size="xs"
        label={t('filter.reference')}
        value={filters.reference}
        onChange={(event) => onChange({ ...filters, reference: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        label={t('filter.email')}
        placeholder={t('filter.emailBegins')}
        value={filters.email}
        onChange={(event) => onChange({ ...filters, email: event.currentTarget.value })}
      />
      <CompanyFilter
        companyId={filters.company_id}
        onChange={(company_id) => onChange({ ...filters, company_id })}
      />
      <NativeSelect
        size="xs"
        label={t('filter.state')}
        value={filters.state}
        onChange={(event) => onChange({ ...filters, state: event.currentTarget.value })}
        data={[
          { value: '', label: t('filter.anyState') },
          ...DELIVERY_STATES.map((state) => ({ value: state, label: t(`state.${state}`) })),
        ]}
      />
    </search>
  )
}
