import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EARLIEST_WALL, LATEST_WALL, toEpochSeconds } from '../shared/time/utc-text.ts'
import { exactTime } from '../shared/time/words.ts'

type UtcTimeFieldProps = Pick<
  TextInputProps,
  'label' | 'aria-label' | 'error' | 'className' | 'size' | 'min'
> & {
  /** `2026-08-20T14:43` in UTC, or empty. */
  value: string
  /** Shown below the field while it is empty. */
  emptyHelp?: string | undefined
  onChange: (value: string) => void
}

/** Input for a time in UTC. The browser may show a 12-hour clock; the text below repeats it in 24 hours. */
export function UtcTimeField({ value, emptyHelp, onChange, min, ...rest }: UtcTimeFieldProps) {
  const { i18n } = useTranslation()
  const second = toEpochSeconds(value)
  return (
    <TextInput
      {...rest}
      type="datetime-local"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={second === undefined ? value === '' && emptyHelp : exactTime(second * 1000, i18n.language)}
      min={min || EARLIEST_WALL}
      max={LATEST_WALL}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
