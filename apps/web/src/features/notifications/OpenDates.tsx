import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { JAPANESE } from '@aviary/contract/messages/body'
import { bodyFromText } from '@aviary/contract/messages/typed-body'
import { DEFAULT_PREVIEW_ZONE, PREVIEW_ZONES, type PreviewZone } from '@aviary/contract/notifications/rules'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nowMs } from '../../shared/time/clock.ts'
import { instantIn } from '../../shared/time/pacific-time.ts'
import { MessageBody } from '../../ui/MessageBody.tsx'
import { PacificTimeField } from '../../ui/PacificTimeField.tsx'
import type { Fault, FormValues } from './notification-form.ts'
import classes from './notifications.module.css'
import { timeInZone, zoneName } from './zone-times.ts'

type OpenDatesProps = {
  values: FormValues
  onChange: (changes: Partial<FormValues>) => void
  faults: readonly Fault[]
}

/** The dates of a Personalized Open, and a preview in its readers' time zones (spec 2 §4, §9). */
export function OpenDates({ values, onChange, faults }: OpenDatesProps) {
  const { t } = useTranslation('notifications')
  const [zone, setZone] = useState<PreviewZone>(DEFAULT_PREVIEW_ZONE)
  const start = instantIn(values.start)
  const [openedAt] = useState(nowMs)
  const fault = faults.find((candidate) => candidate === 'endBeforeStart' || candidate === 'endPast')
  return (
    <>
      <div className={classes.dates}>
        <PacificTimeField
          label={t('form.start')}
          required
          value={values.start}
          onChange={(time) => onChange({ start: time })}
        />
        <PacificTimeField
          label={t('form.end')}
          required
          min={start}
          value={values.end}
          error={fault && t(`fault.${fault}`)}
          onChange={(time) => onChange({ end: time })}
        />
      </div>
      <NativeSelect
        label={t('form.zone')}
        value={zone}
        onChange={(event) => setZone(event.currentTarget.value as PreviewZone)} // one of the options
        data={PREVIEW_ZONES.map((option) => ({ value: option, label: zoneLabel(option, start ?? openedAt) }))}
      />
      <OpenPreview values={values} zone={zone} />
    </>
  )
}

/** "Europe/Paris (CET)". GMT has no brackets, because its abbreviation is the same. */
function zoneLabel(zone: PreviewZone, instant: number): string {
  const abbreviation = zoneName(instant, zone)
  return abbreviation === zone ? zone : `${zone} (${abbreviation})`
}

function OpenPreview({ values, zone }: { values: FormValues; zone: PreviewZone }) {
  const { t, i18n } = useTranslation('notifications')
  const [start, end] = [values.start, values.end].map((time) => {
    const instant = instantIn(time)
    return instant === undefined ? t('preview.noTime') : timeInZone(instant, zone, i18n.language)
  })
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <h3>{values.title.trim() || t('preview.noTitle')}</h3>
      <p className={classes.previewTimes}>
        {start} – {end}
      </p>
      <BodyPreview typed={values.body} lang={FALLBACK_LOCALE} />
      {values.bodyJa.trim() !== '' && <BodyPreview typed={values.bodyJa} lang={JAPANESE} />}
    </section>
  )
}

function BodyPreview({ typed, lang }: { typed: string; lang: string }) {
  const { t } = useTranslation('notifications')
  return <MessageBody html={bodyFromText(typed)} lang={lang} label={t('preview.title')} />
}
