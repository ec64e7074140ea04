import { AUDIT_MAX_VALUES } from '@aviary/contract/audit/rules'
import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChipRow } from '../../ui/ChipRow.tsx'
import { ChoiceChip } from '../../ui/ChoiceChip.tsx'
import { FilterChip } from '../../ui/FilterChip.tsx'
import { UtcTimeChip } from '../../ui/UtcTimeChip.tsx'
import classes from './audit.module.css'
import { findRangeFaults } from './audit-range.ts'
import type { useAuditOptions } from './use-audit.ts'
import { NAME_FILTERS, type NameFilter, type useAuditFilters } from './use-audit-filters.ts'

type AuditFiltersProps = {
  filters: ReturnType<typeof useAuditFilters>
  options: ReturnType<typeof useAuditOptions>
}

const OPTION_KEYS = { application: 'applications', email: 'users', action: 'actions' } as const

/** One chip per filter (time, application, user, action) with the chosen value (spec 3 §2, Action audit). */
export function AuditFilters({ filters, options }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  return (
    <search>
      <ChipRow label={t('filters')}>
        <RangeChips filters={filters} />
        {NAME_FILTERS.map((key) => (
          <NamesChip
            key={key}
            filter={key}
            chosen={filters.request.names[key]}
            offered={options.data?.[OPTION_KEYS[key]]}
            hasFailed={options.isError}
            onChange={(chosen) => filters.setNames(key, chosen)}
          />
        ))}
        <FilterChip onClick={filters.reset}>{t('reset')}</FilterChip>
      </ChipRow>
    </search>
  )
}

function RangeChips({ filters }: Pick<AuditFiltersProps, 'filters'>) {
  const { t } = useTranslation('audit')
  const faults = findRangeFaults(filters.typed)
  return (['start', 'end'] as const).map((end) => {
    const fault = faults[end]
    return (
      <UtcTimeChip
        key={end}
        label={t(`chip.${end}`)}
        field={t(`filter.${end}`)}
        // spec 3 §4: the picker offers no end before the start.
        min={end === 'end' ? filters.typed.start : ''}
        value={filters.typed[end]}
        fault={fault && t(fault)}
        onChange={(moment) => filters.setRange({ [end]: moment })}
      />
    )
  })
}

/** Maximum number of options rendered, because there may be thousands; typing finds the others. */
const MAX_OPTIONS_SHOWN = 50

type ChoiceProps = {
  filter: NameFilter
  chosen: readonly string[]
  offered: readonly string[] | undefined
  hasFailed: boolean
  onChange: (chosen: string[]) => void
}

function NamesChip(props: ChoiceProps) {
  const { t } = useTranslation('audit')
  const { filter, chosen, hasFailed } = props
  return (
    <ChoiceChip
      label={t(`filter.${filter}`)}
      chosen={chosen.length > 0 ? chosen.join(', ') : undefined}
      fault={hasFailed && chosen.length === 0 ? t('filter.error') : undefined}
    >
      <Choice {...props} />
    </ChoiceChip>
  )
}

function Choice({ filter, chosen, offered, hasFailed, onChange }: ChoiceProps) {
  const { t } = useTranslation('audit')
  return (
    <MultiSelect
      size="xs"
      label={t(`filter.${filter}`)}
      placeholder={chosen.length === 0 ? t('filter.any') : undefined}
      error={hasFailed && t('filter.error')}
      searchable
      clearable
      clearSearchOnChange={false}
      clearButtonProps={{ 'aria-label': t('filter.clear', { filter: t(`filter.${filter}`) }) }}
      limit={MAX_OPTIONS_SHOWN}
      maxValues={AUDIT_MAX_VALUES}
      data={offered ? [...offered] : []}
      value={[...chosen]}
      onChange={onChange}
      nothingFoundMessage={t(offered ? 'filter.none' : 'filter.loading')}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 }, middlewares: { flip: false } }}
    />
  )
}
