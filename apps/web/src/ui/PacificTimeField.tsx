import { offsetMinutes, wallTime } from '@aviary/contract/maintenance/pacific'
import { Group, Radio, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DAYLIGHT, type PacificReading, type PacificTime, readPacific } from '../shared/time/pacific-time.ts'
import { EARLIEST_WALL, LATEST_WALL } from '../shared/time/utc-text.ts'
import { exactTime } from '../shared/time/words.ts'

type PacificTimeFieldProps = {
  /** Label without the zone, which the field adds. */
  label: string
  value: PacificTime
  onChange: (value: PacificTime) => void
  /** Earliest time offered by the picker, in milliseconds since 1970. */
  min?: number | undefined
  required?: boolean
  /** Error found by the surrounding form; shown unless the field itself finds a fault in the entered time. */
  error?: ReactNode
  description?: ReactNode
}

/** Input for a time in Pacific time, whatever the browser's zone; `instantIn(value)` converts it. */
export function PacificTimeField(props: PacificTimeFieldProps) {
  const { label, value, onChange, min, required = false } = props
  const { t } = useTranslation()
  const [blurState, setBlurState] = useState<{ isPartial: boolean }>()
  const reading = readPacific(value)
  const name = t('pacific.label', { label })
  const missing = blurState && value.wall === '' && (blurState.isPartial || required)
  const missingText = blurState?.isPartial ? t('pacific.partial') : t('pacific.missing', { field: label })
  return (
    <div>
      <TextInput
        type="datetime-local"
        label={name}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={<FieldDescription text={props.description} reading={reading} />}
        descriptionProps={{ mt: 4 }}
        required={required}
        min={min === undefined ? EARLIEST_WALL : wallTime(min).slice(0, 16)}
        max={LATEST_WALL}
        step={value.wall.length > 16 ? 1 : 60}
        value={value.wall}
        error={faultText(reading, t) ?? (missing ? missingText : props.error)}
        onBlur={(event) => setBlurState({ isPartial: event.currentTarget.validity.badInput })}
        onChange={(event) => onChange({ wall: event.currentTarget.value, offset: null })}
      />
      {reading.instants.length > 1 && (
        <Radio.Group
          mt={8}
          label={t('pacific.twice')}
          required
          value={value.offset === null ? '' : String(value.offset)}
          onChange={(offset) => onChange({ ...value, offset: Number(offset) })}
        >
          <Group mt={4}>
            {reading.instants.map((instant, index) => (
              <Radio
                key={instant}
                value={String(offsetMinutes(instant))}
                label={t(index === 0 ? 'pacific.first' : 'pacific.second', { zone: zoneName(instant) })}
              />
            ))}
          </Group>
        </Radio.Group>
      )}
    </div>
  )
}

const zoneName = (instant: number) => (offsetMinutes(instant) === DAYLIGHT ? 'PDT' : 'PST')
const zoneOffset = (instant: number) => (offsetMinutes(instant) === DAYLIGHT ? '-0700' : '-0800')

/** The given description, and the exact time that was entered. */
function FieldDescription({ text, reading }: { text: ReactNode; reading: PacificReading }) {
  const { t, i18n } = useTranslation()
  const { instant } = reading
  const exact =
    instant !== undefined &&
    t('pacific.reading', {
      zone: zoneName(instant),
      offset: zoneOffset(instant),
      utc: exactTime(instant, i18n.language),
    })
  if (!text) return exact || null
  return (
    <>
      {text}
      {exact && (
        <>
          <br />
          {exact}
        </>
      )}
    </>
  )
}

function faultText({ fault }: PacificReading, t: ReturnType<typeof useTranslation<'shell'>>['t']) {
  if (fault === 'skipped') return t('pacific.skipped')
  if (fault === 'range') return t('pacific.range')
  return fault === 'twice' ? t('pacific.choose') : undefined
}
