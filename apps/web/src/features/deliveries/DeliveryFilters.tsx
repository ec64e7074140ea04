import { CHANNEL_DELIVERY_STATES, CHANNEL_KINDS } from '@aviary/contract/channels/rules'
import { DELIVERY_STATES } from '@aviary/contract/deliveries/rules'
import { Radio, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChipRow } from '../../ui/ChipRow.tsx'
import { ChoiceChip } from '../../ui/ChoiceChip.tsx'
import { FilterChip } from '../../ui/FilterChip.tsx'
import { UtcTimeChip } from '../../ui/UtcTimeChip.tsx'
import { useFocusRescue } from '../../ui/use-focus.ts'
import { CompanyFilter } from './CompanyFilter.tsx'
import classes from './deliveries.module.css'
import {
  type DeliveryFilters as Filters,
  findRangeFaults,
  isCompanyId,
  NO_FILTERS,
  useCompanySearch,
} from './use-deliveries.ts'

type ChipProps = { filters: Filters; onChange: (filters: Filters) => void }

/** Channels have no address and no company. */
type DeliveryFiltersProps = ChipProps & { of: 'mails' | 'channels' }

/** One chip per filter that shows the chosen value, and a chip that resets all filters. */
export function DeliveryFilters({ of, filters, onChange }: DeliveryFiltersProps) {
  const { t } = useTranslation('deliveries')
  const isAnyOn = Object.values(filters).some((value) => value.trim() !== '')
  return (
    <search {...useFocusRescue()}>
      <ChipRow label={t('filters')}>
        <StateChip of={of} filters={filters} onChange={onChange} />
        {of === 'channels' && <KindChip filters={filters} onChange={onChange} />}
        <TextChip name="reference" filters={filters} onChange={onChange} />
        {of === 'mails' && (
          <>
            <CompanyChip filters={filters} onChange={onChange} />
            <TextChip
              name="email"
              filters={filters}
              onChange={onChange}
              placeholder={t('filter.emailBegins')}
            />
          </>
        )}
        <RangeChips filters={filters} onChange={onChange} />
        {isAnyOn && <FilterChip onClick={() => onChange(NO_FILTERS)}>{t('reset')}</FilterChip>}
      </ChipRow>
    </search>
  )
}

function StateChip({ of, filters, onChange }: DeliveryFiltersProps) {
  const { t } = useTranslation('deliveries')
  const states = of === 'mails' ? DELIVERY_STATES : CHANNEL_DELIVERY_STATES
  const state = states.find((name) => name === filters.state)
  return (
    <ChoiceChip label={t('filter.state')} chosen={state && t(`state.${state}`)}>
      <Radio.Group
        label={t('filter.state')}
        value={filters.state}
        onChange={(chosen) => onChange({ ...filters, state: chosen })}
      >
        <div className={classes.states}>
          <Radio size="xs" value="" label={t('filter.anyState')} />
          {states.map((name) => (
            <Radio key={name} size="xs" value={name} label={t(`state.${name}`)} />
          ))}
        </div>
      </Radio.Group>
    </ChoiceChip>
  )
}

function KindChip({ filters, onChange }: ChipProps) {
  const { t } = useTranslation(['deliveries', 'channels'])
  const kind = CHANNEL_KINDS.find((name) => name === filters.kind)
  return (
    <ChoiceChip label={t('filter.kind')} chosen={kind && t(`channels:kind.${kind}`)}>
      <Radio.Group
        label={t('filter.kind')}
        value={filters.kind}
        onChange={(chosen) => onChange({ ...filters, kind: chosen })}
      >
        <div className={classes.states}>
          <Radio size="xs" value="" label={t('filter.anyKind')} />
          {CHANNEL_KINDS.map((name) => (
            <Radio key={name} size="xs" value={name} label={t(`channels:kind.${name}`)} />
          ))}
        </div>
      </Radio.Group>
    </ChoiceChip>
  )
}

type TextChipProps = ChipProps & { name: 'reference' | 'email'; placeholder?: string }

function TextChip({ name, placeholder, filters, onChange }: TextChipProps) {
  const { t } = useTranslation('deliveries')
  return (
    <ChoiceChip label={t(`filter.${name}`)} chosen={filters[name].trim() || undefined}>
      {(close) => (
        <TextInput
          size="xs"
          label={t(`filter.${name}`)}
          placeholder={placeholder}
          value={filters[name]}
          onChange={(event) => onChange({ ...filters, [name]: event.currentTarget.value })}
          onKeyDown={(event) => event.key === 'Enter' && close()}
        />
      )}
    </ChoiceChip>
  )
}

function RangeChips({ filters, onChange }: ChipProps) {
  const { t } = useTranslation('deliveries')
  const faults = findRangeFaults(filters)
  return (['start', 'end'] as const).map((end) => {
    const fault = faults[end]
    return (
      <UtcTimeChip
        key={end}
        label={t(`chip.${end}`)}
        field={t(`filter.${end}`)}
        min={end === 'end' ? filters.start : ''}
        value={filters[end]}
        fault={fault && t(fault)}
        onChange={(moment) => onChange({ ...filters, [end]: moment })}
      />
    )
  })
}

function CompanyChip({ filters, onChange }: ChipProps) {
  const { t } = useTranslation(['deliveries', 'customers'])
  const companyId = filters.company_id
  const search = useCompanySearch(companyId)
  const fault = isCompanyId(companyId)
    ? undefined
    : t(search.error ? 'customers:search.error' : 'filter.companyWrong')
  return (
    <ChoiceChip
      label={t('column.company')}
      chosen={search.company?.name ?? (companyId.trim() || undefined)}
      fault={fault}
      isLenientWhileOpen
    >
      <CompanyFilter
        companyId={companyId}
        search={search}
        onChange={(company_id) => onChange({ ...filters, company_id })}
      />
    </ChoiceChip>
  )
}
