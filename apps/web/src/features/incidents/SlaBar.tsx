import { SLA_BAR_REFRESH_MS } from '@aviary/contract/constants'
import { countsDown, slaColour, slaElapsed } from '@aviary/contract/incidents/rules'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { useTranslation } from 'react-i18next'
import { percentText } from '../../shared/percent.ts'
import { useNow } from '../../shared/time/clock.ts'
import { durationInWords } from '../../shared/time/words.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Time } from '../../ui/Time.tsx'
import classes from './incident-details.module.css'

/** Counts down to an open incident's SLA end; for a resolved one, shows how long it took (spec 1 §2.5). */
export function SlaBar({ incident }: { incident: Incident }) {
  const { t, i18n } = useTranslation('incident')
  const start = Date.parse(incident.startDate)
  if (countsDown(incident.status)) return <Countdown incident={incident} />
  const end = incident.endDate ? Date.parse(incident.endDate) : undefined
  return (
    <Panel title={t('sla.title')}>
      <p className={classes.slaWords}>
        {end === undefined
          ? t('sla.resolvedAtUnknownTime')
          : `${t('sla.resolvedIn')} ${durationInWords(end - start, i18n.language)}`}
      </p>
    </Panel>
  )
}

function Countdown({ incident }: { incident: Incident }) {
  const { t, i18n } = useTranslation('incident')
  const now = useNow(SLA_BAR_REFRESH_MS)
  const end = Date.parse(incident.slaEndTime)
  const elapsed = slaElapsed(Date.parse(incident.startDate), end, now)
  const colour = slaColour(elapsed)
  const percent = Math.floor(elapsed * 100)
  const duration = durationInWords(Math.abs(end - now), i18n.language)
  const words = end > now ? t('sla.left', { duration }) : t('sla.over', { duration })
  return (
    <Panel title={t('sla.title')}>
      <div
        role="progressbar"
        aria-label={t('sla.title')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={words}
        className={classes.track}
        data-colour={colour}
      >
        <div style={{ width: `${elapsed * 100}%` }} />
      </div>
      <p className={classes.slaWords}>
        <strong>{words}</strong> · {t('sla.elapsed', { percent: percentText(percent / 100, i18n.language) })}{' '}
        · {t('sla.end')} <Time at={incident.slaEndTime} />
      </p>
    </Panel>
  )
}
