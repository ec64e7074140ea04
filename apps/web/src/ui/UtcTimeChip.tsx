import { useTranslation } from 'react-i18next'
import { toEpochSeconds } from '../shared/time/utc-text.ts'
import { exactTime } from '../shared/time/words.ts'
import { ChoiceChip } from './ChoiceChip.tsx'
import { UtcTimeField } from './UtcTimeField.tsx'

type UtcTimeChipProps = {
  /** Name of the filter on the chip, and of the field, which names the zone. */
  label: string
  field: string
  /** `2026-08-20T14:43` in UTC, or empty. */
  value: string
  min?: string
  fault: string | undefined
  onChange: (value: string) => void
}

/** A filter for one end of a range of time. Enter closes the field. */
export function UtcTimeChip({ label, field, value, min = '', fault, onChange }: UtcTimeChipProps) {
  const { i18n } = useTranslation()
  const second = toEpochSeconds(value)
  return (
    <ChoiceChip
      label={label}
      chosen={second === undefined ? undefined : exactTime(second * 1000, i18n.language)}
      fault={fault}
    >
      {(close) => (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            close()
          }}
        >
          <UtcTimeField size="xs" label={field} min={min} value={value} error={fault} onChange={onChange} />
        </form>
      )}
    </ChoiceChip>
  )
}
