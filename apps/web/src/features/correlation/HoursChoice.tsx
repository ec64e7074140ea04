import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { durationInWords } from '../../shared/time/words.ts'
import { HOURS, readHours } from './hours.ts'

type HoursChoiceProps = {
  label: string
  /** Label of a duration: "6 hours before". */
  getLabel: (duration: string) => string
  hours: number
  onChange: (hours: number) => void
}

/** Selects how many hours before or after are searched. */
export function HoursChoice({ label, getLabel, hours, onChange }: HoursChoiceProps) {
  const { i18n } = useTranslation()
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={String(hours)}
      onChange={(event) => onChange(readHours(event.currentTarget.value))}
      data={HOURS.map((option) => ({
        value: String(option),
        label: getLabel(durationInWords(option * 3_600_000, i18n.language)),
      }))}
    />
  )
}
