import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import type { Incident } from '@aviary/contract/incidents/schemas'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/time/clock.ts'
import { durationInShort, exactTime } from '../../shared/time/words.ts'
import classes from './active-incidents.module.css'

/** How long until the SLA ends, or since it ended; the tooltip shows the exact time. */
export function SlaShort({ incident }: { incident: Incident }) {
  const { t, i18n } = useTranslation('incidents')
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const end = Date.parse(incident.slaEndTime)
  const duration = durationInShort(Math.abs(end - now), i18n.language)
  const isOver = end <= now
  return (
    <time dateTime={incident.slaEndTime} title={exactTime(end, i18n.language)}>
      {t('card.sla')}{' '}
      <strong className={isOver ? classes.over : undefined}>
        {t(isOver ? 'card.slaOver' : 'card.slaLeft', { duration })}
      </strong>
    </time>
  )
}
