import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import { useTranslation } from 'react-i18next'
import { exactTime, relativeTime, useNow } from '../shared/time.ts'

type TimeProps = { at: string; zone?: 'UTC' | 'America/Los_Angeles' }

/** A moment, exact with its zone and relative beside it; the relative part is refreshed every 10 seconds. */
export function Time({ at, zone = 'UTC' }: TimeProps) {
  const { i18n } = useTranslation()
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const moment = Date.parse(at)
  return (
    <time dateTime={at}>
      {exactTime(moment, i18n.language, zone)}{' '}
      <span className="muted">({relativeTime(moment, now, i18n.language)})</span>
    </time>
  )
}

/** A moment by how long ago it was; the exact one is its title. */
export function RelativeTime({ at, zone = 'UTC' }: TimeProps) {
  const { i18n } = useTranslation()
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const moment = Date.parse(at)
  return (
    <time dateTime={at} title={exactTime(moment, i18n.language, zone)}>
      {relativeTime(moment, now, i18n.language)}
    </time>
  )
}
