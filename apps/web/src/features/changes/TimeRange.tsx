import { TIME_UNITS } from '@aviary/contract/changes/rules'
import { Group, NativeSelect, Radio, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { UtcTimeField } from '../../ui/UtcTimeField.tsx'
import classes from './changes.module.css'
import type { Faults, FilterValues } from './filter-values.ts'
import { useFaultWords } from './use-fault-words.ts'

type TimeRangeProps = {
  values: FilterValues
  faults: Faults
  onChange: (changes: Partial<FilterValues>) => void
}

/** Relative range back from now, or absolute start and end in UTC. */
export function TimeRange({ values, faults, onChange }: TimeRangeProps) {
  const { t } = useTranslation('changes')
  return (
    <div className={classes.range}>
      <Radio.Group
        size="xs"
        label={t('range')}
        value={values.isAbsolute ? 'absolute' : 'relative'}
        onChange={(kind) => onChange({ isAbsolute: kind === 'absolute' })}
      >
        <Group gap={24}>
          <Radio size="xs" value="relative" label={t('range.relative')} />
          <Radio size="xs" value="absolute" label={t('range.absolute')} />
        </Group>
      </Radio.Group>
      {values.isAbsolute ? (
        <Dates values={values} faults={faults} onChange={onChange} />
      ) : (
        <Relative values={values} faults={faults} onChange={onChange} />
      )}
    </div>
  )
}

function Relative({ values, faults, onChange }: TimeRangeProps) {
  const { t } = useTranslation('changes')
  const words = useFaultWords()
  return (
    <div className={classes.relative}>
      <TextInput
        size="xs"
        label={t('range.last')}
        inputMode="decimal"
        value={values.relativeNumber}
        error={faults.number && words(faults.number)}
        onChange={(event) => onChange({ relativeNumber: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        label={t('range.unit')}
        value={values.relativeUnit}
        onChange={(event) => {
          const relativeUnit = TIME_UNITS.find((unit) => unit === event.currentTarget.value)
          if (relativeUnit) onChange({ relativeUnit })
        }}
        data={TIME_UNITS.map((unit) => ({ value: unit, label: t(`option.${unit}`) }))}
      />
    </div>
  )
}

function Dates({ values, faults, onChange }: TimeRangeProps) {
  const { t } = useTranslation('changes')
  return (
    <div className={classes.dates}>
      <UtcTimeField
        size="xs"
        label={t('range.start')}
        value={values.start}
        onChange={(start) => onChange({ start })}
      />
      <UtcTimeField
        size="xs"
        label={t('range.end')}
        value={values.end}
        error={faults.dates === 'fault.order' && t(faults.dates)}
        onChange={(end) => onChange({ end })}
      />
    </div>
  )
}
