import { AUDIT_MAX_VALUES } from '@aviary/contract/audit/rules'
import { Button, MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { UtcTimeField } from '../../ui/UtcTimeField.tsx'
import classes from './audit.module.css'
import { findRangeFaults } from './audit-range.ts'
import type { useAuditOptions } from './use-audit.ts'
import { NAME_FILTERS, type NameFilter, type useAuditFilters } from './use-audit-filters.ts'

type AuditFiltersProps = {
  filters: ReturnType<typeof useAuditFilters>
  options: ReturnType<typeof useAuditOptions>
}

const OPTION_KEYS = { application: 'applications', email: 'users', action: 'actions' } as const

/** Filters by time, application, user and action (spec 3 §2, Action audit). */
export function AuditFilters({ filters, options }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  return (
    <search className={classes.form} aria-label={t('filters')}>
      <RangeFields filters={filters} />
      {NAME_FILTERS.map((key) => (
        <Choice
          key={key}
          filter={key}
          chosen={filters.request.names[key]}
          offered={options.data?.[OPTION_KEYS[key]]}
          hasFailed={options.isError}
          onChange={(chosen) => filters.setNames(key, chosen)}
        />
      ))}
      <Button className={classes.reset ?? ''} size="xs" variant="default" onClick={filters.reset}>
        {t('reset')}
      </Button>
    </search>
  )
}

function RangeFields({ filters }: Pick<AuditFiltersProps, 'filters'>) {
  const { t } = useTranslation('audit')
  const faults = findRangeFaults(filters.typed)
  return (['start', 'end'] as const).map((end) => {
    const fault = faults[end]
    return (
      <UtcTimeField
        key={end}
        className={classes.moment ?? ''}
        size="xs"
        label={t(`filter.${end}`)}
        // spec 3 §4: the picker offers no end before the start.
        min={end === 'end' ? filters.typed.start : ''}
        value={filters.typed[end]}
        error={fault && t(fault)}
        onChange={(moment) => filters.setRange({ [end]: moment })}
      />
    )
  })
}

/** Only this many of thousands of options are rendered; typing finds the others. */
const MAX_OPTIONS_SHOWN = 50

type ChoiceProps = {
  filter: NameFilter
  chosen: readonly string[]
  offered: readonly string[] | undefined
  hasFailed: boolean
  onChange: (chosen: string[]) => void
}

function Choice({ filter, chosen, offered, hasFailed, onChange }: ChoiceProps) {
  const { t } = useTranslation('audit')
  return (
    <MultiSelect
      className={classes.choice ?? ''}
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
