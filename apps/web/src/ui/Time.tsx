import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import type { PACIFIC } from '@aviary/contract/maintenance/pacific'
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { useNow } from '../shared/time/clock.ts'
import {
  clockTime,
  exactSecond,
  exactTime,
  relativeInShort,
  relativeTime,
  shortTime,
} from '../shared/time/words.ts'
import classes from './ui.module.css'

function watchLanguage(watcher: () => void): () => void {
  i18next.on('languageChanged', watcher)
  return () => i18next.off('languageChanged', watcher)
}

/** Lighter than `useTranslation`, because a page of a list renders a hundred of these. */
const useLanguage = (): string => useSyncExternalStore(watchLanguage, () => i18next.language)

type TimeProps = { at: string; zone?: 'UTC' | typeof PACIFIC }

/** An exact time with its zone and, in brackets, the relative time, refreshed every 10 seconds. */
export function Time({ at, zone = 'UTC' }: TimeProps) {
  const language = useLanguage()
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const moment = Date.parse(at)
  return (
    <time dateTime={at}>
      {`${exactTime(moment, language, zone)} `}
      <span className={`muted ${classes.relative}`}>{`(${relativeTime(moment, now, language)})`}</span>
    </time>
  )
}

/**
 * A time in a table's row, on one line: how long ago (unless `isShort`), and the day and time of day. Under
 * the mouse or the focus, the table shows the exact time with its zone, a Pacific one also in UTC.
 */
export function RowTime({ at, zone = 'UTC', isShort = false }: TimeProps & { isShort?: boolean }) {
  const language = useLanguage()
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const moment = Date.parse(at)
  const utc = exactTime(moment, language)
  return (
    <time dateTime={at} data-tip={zone === 'UTC' ? utc : `${exactTime(moment, language, zone)} · ${utc}`}>
      {!isShort && <span className={classes.rowTime}>{relativeTime(moment, now, language)} </span>}
      <span className="muted">{shortTime(moment, now, { language, timeZone: zone })}</span>
    </time>
  )
}

/** An exact time with its seconds and, in brackets, the relative time. */
export function TimeWithSeconds({ at }: { at: string }) {
  const language = useLanguage()
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const moment = Date.parse(at)
  return (
    <time dateTime={at}>
      {exactSecond(moment, language)} <span className="muted">({relativeTime(moment, now, language)})</span>
    </time>
  )
}

/** A relative time with the exact time as its title, which paper shows instead (`data-exact`, print.css). */
export function RelativeTime({ at, zone = 'UTC' }: TimeProps) {
  const language = useLanguage()
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const moment = Date.parse(at)
  return (
    <time dateTime={at} title={exactTime(moment, language, zone)} data-exact>
      {relativeTime(moment, now, language)}
    </time>
  )
}

/**
 * The relative time, in short, and the time of day, with the exact time as its title; `isShort` leaves the relative time out.
 */
export function ClockTime({ at, isShort = false }: { at: string; isShort?: boolean }) {
  const language = useLanguage()
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const moment = Date.parse(at)
  return (
    <time dateTime={at} title={exactTime(moment, language)} data-exact className={classes.clock}>
      {!isShort && <span className={`muted ${classes.ago}`}>{relativeInShort(moment, now, language)}</span>}{' '}
      <span className={classes.clockTime}>{clockTime(moment, now, language)}</span>
    </time>
  )
}
