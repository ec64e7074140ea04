import { AVAILABILITY_LONGEST_DAYS } from '@aviary/contract/constants'
import { MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFilterNames } from '../../shared/names.ts'
import { EARLIEST_DAY, findRangeFaults, LATEST_DAY, PRESETS } from './chart-range.ts'
import classes from './charts.module.css'
import type { ChartFilterState } from './use-chart-filters.ts'

/** Filters of all charts on the page: days and data centers. */
export const ChartFilters = memo(function ChartFilters({ filters }: { filters: ChartFilterState }) {
  const { t } = useTranslation('charts')
  return (
    <search className={classes.filters} aria-label={t('filters')}>
      <NativeSelect
        className={classes.filter ?? ''}
        size="xs"
        label={t('range')}
        value={String(filters.preset)}
        onChange={({ currentTarget: { value } }) => {
          if (value === 'own') return filters.setRange(filters.range)
          filters.setPreset(PRESETS.find((count) => String(count) === value) ?? 'all')
        }}
        data={[
          { value: 'all', label: t('range.all') },
          ...PRESETS.map((count) => ({ value: String(count), label: t('range.last', { days: count }) })),
          { value: 'own', label: t('range.own') },
        ]}
      />
      {filters.preset === 'own' && <CustomRange filters={filters} />}
      <DataCenters filters={filters} />
    </search>
  )
})

function CustomRange({ filters: { typed, setRange } }: { filters: ChartFilterState }) {
  const { t } = useTranslation('charts')
  const faults = findRangeFaults(typed)
  return (['start', 'end'] as const).map((key) => {
    const fault = faults[key]
    return (
      <TextInput
        key={key}
        className={classes.day ?? ''}
        size="xs"
        type="date"
        label={t(`range.${key}`)}
        min={EARLIEST_DAY}
        max={LATEST_DAY}
        value={typed[key]}
        error={fault && t(fault, { most: AVAILABILITY_LONGEST_DAYS })}
        onChange={(event) => setRange({ ...typed, [key]: event.currentTarget.value })}
      />
    )
  })
}

function DataCenters({ filters: { listed, dataCenters, setDataCenters } }: { filters: ChartFilterState }) {
  const { t } = useTranslation('charts')
  const names = useFilterNames()
  // Keeps the option list mounted only after the first focus: positioning it forces a layout of the whole page.
  const [isReached, setReached] = useState(false)
  // A retired data center is offered only while the URL names it.
  const inUse = (listed.data ?? []).map(({ system_name }) => system_name)
  const offered = [...inUse, ...dataCenters.filter((name) => !inUse.includes(name))]
  return (
    <MultiSelect
      className={classes.filter ?? ''}
      size="xs"
      label={t('dataCenters')}
      placeholder={dataCenters.length === 0 ? t('dataCenters.all') : undefined}
      error={listed.isError && t('dataCenters.error')}
      clearable
      clearButtonProps={{ 'aria-label': t('dataCenters.clear') }}
      data={offered.map((name) => ({ value: name, label: names.dataCenter(name) }))}
      value={[...dataCenters]}
      onChange={setDataCenters}
      onFocus={() => setReached(true)}
      withScrollArea={false}
      comboboxProps={{
        withinPortal: false,
        keepMounted: isReached,
        transitionProps: { duration: 0 },
        middlewares: { flip: false },
      }}
    />
  )
}
