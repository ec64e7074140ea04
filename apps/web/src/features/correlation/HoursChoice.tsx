import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { durationInWords } from '../../shared/time.ts'
import { HOURS, readHours } from './hours.ts'

type HoursChoiceProps = {
  label: string
  /** How a span is told: "6 hours before". */
  tell: (duration: string) => string
  hours: number
  onChange: (hours: number) => void
}

/** How far to look, before or after. */
export function HoursChoice({ label, tell, hours, onChange }: HoursChoiceProps) {
  const { i18n } = useTranslation()
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={String(hours)}
      onChange={(event) => onChange(readHours(event.currentTarget.value))}
      data={HOURS.map((one) => ({
        value: String(one),
        label: tell(durationInWords(one * 3_600_000, i18n.language)),
      }))}
    />
  )
}
