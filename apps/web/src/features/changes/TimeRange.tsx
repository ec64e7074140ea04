import { TIME_UNITS } from '@aviary/contract/changes/rules'
import { Group, NativeSelect, Radio, TextInput } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { UtcTimeField } from '../../ui/UtcTimeField.tsx'
import classes from './changes.module.css'
import type { Faults, FilterValues } from './filter-values.ts'
import { useFaultWords } from './use-fault-words.ts'
import type { FilterForm } from './use-filter-form.ts'

type Range = Pick<FilterValues, 'isAbsolute' | 'relativeNumber' | 'relativeUnit' | 'start' | 'end'>

type TimeRangeProps = Range & {
  numberFault: Faults['number']
  dateFault: Faults['dates']
  onChange: FilterForm['change']
}

/** Values of the time range as separate props, so that `memo` skips the range when other fields are edited. */
export const toRangeProps = ({ values, faults, change }: FilterForm): TimeRangeProps => ({
  isAbsolute: values.isAbsolute,
  relativeNumber: values.relativeNumber,
  relativeUnit: values.relativeUnit,
  start: values.start,
  end: values.end,
  numberFault: faults.number,
  dateFault: faults.dates,
  onChange: change,
})

/** Relative range back from now, or absolute start and end in UTC. */
export const TimeRange = memo((props: TimeRangeProps) => {
  const { isAbsolute, onChange } = props
  const { t } = useTranslation('changes')
  return (
    <div className={classes.range}>
      <Radio.Group
        size="xs"
        label={t('range')}
        value={isAbsolute ? 'absolute' : 'relative'}
        onChange={(kind) => onChange({ isAbsolute: kind === 'absolute' })}
      >
        <Group gap={24}>
          <Radio size="xs" value="relative" label={t('range.relative')} />
          <Radio size="xs" value="absolute" label={t('range.absolute')} />
        </Group>
      </Radio.Group>
      {isAbsolute ? <Dates {...props} /> : <Relative {...props} />}
    </div>
  )
})

function Relative({ relativeNumber, relativeUnit, numberFault, onChange }: TimeRangeProps) {
  const { t } = useTranslation('changes')
  const words = useFaultWords()
  return (
    <div className={classes.relative}>
      <TextInput
        size="xs"
        label={t('range.last')}
        inputMode="decimal"
        value={relativeNumber}
        error={numberFault && words(numberFault)}
        onChange={(event) => onChange({ relativeNumber: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        label={t('range.unit')}
        value={relativeUnit}
        onChange={(event) => {
          const unit = TIME_UNITS.find((known) => known === event.currentTarget.value)
          if (unit) onChange({ relativeUnit: unit })
        }}
        data={TIME_UNITS.map((unit) => ({ value: unit, label: t(`option.${unit}`) }))}
      />
    </div>
  )
}

function Dates({ start, end, dateFault, onChange }: TimeRangeProps) {
  const { t } = useTranslation('changes')
  return (
    <div className={classes.dates}>
      <UtcTimeField
        size="xs"
        label={t('range.start')}
        value={start}
        onChange={(text) => onChange({ start: text })}
      />
      <UtcTimeField
        size="xs"
        label={t('range.end')}
        value={end}
        error={dateFault === 'fault.order' && t(dateFault)}
        onChange={(text) => onChange({ end: text })}
      />
    </div>
  )
}
