import { useMemo } from 'react'
import classes from './availability.module.css'
import type { DayState } from './day-states.ts'
import { DAY_WIDTH, HEIGHT, shapesOf } from './strip-shape.ts'
import type { DayWords } from './use-day-words.ts'
import { useDaysWalk } from './use-days-walk.ts'

type StripProps = {
  /** Service and data center. */
  name: string
  days: readonly DayState[]
  words: DayWords
  helpId: string
  /** Of the strips of a data center one can be reached by Tab, the others from it. */
  isReached: boolean
  /** The day that the keys have come to: the same in all strips of a data center. */
  at: number
  onWalk: (index: number) => void
  onOpen: (day: DayState) => void
  onLeave: (step: 1 | -1) => void
}

/** The days of one service in one data center, a bar each; the keys walk them, Enter and a click open one. */
export function Strip(props: StripProps) {
  const { name, days, words, helpId, isReached, at, onWalk, onOpen, onLeave } = props
  const shapes = useMemo(() => shapesOf(days), [days])
  const openAt = (index: number) => {
    const day = days[index]
    if (day) onOpen(day)
  }
  const { shown, events } = useDaysWalk({ count: days.length, at, onWalk, onOpen: openAt, onLeave })
  const told = shown === undefined ? undefined : days[shown]
  const here = days[at]
  return (
    <div className={classes.strip}>
      <div
        role="slider"
        tabIndex={isReached ? 0 : -1}
        className={classes.days}
        aria-label={name}
        aria-describedby={helpId}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={at + 1}
        aria-valuetext={here && words.whole(here)}
        {...events}
      >
        <svg
          viewBox={`0 0 ${days.length * DAY_WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {shapes.map(({ state, path }) => (
            <path key={state} data-state={state} d={path} />
          ))}
          {shown !== undefined && (
            <rect className={classes.here} x={shown * DAY_WIDTH - 1} width={DAY_WIDTH} height={HEIGHT} />
          )}
        </svg>
      </div>
      {told && shown !== undefined && (
        <p className={classes.told} aria-hidden="true" style={placeOf(shown, days.length)}>
          {words.whole(told)}
        </p>
      )}
    </div>
  )
}

/** At the day, and never beyond the ends of the strip as long as it is no wider. */
function placeOf(index: number, count: number) {
  const place = `${((index + 0.5) / count) * 100}%`
  return { left: place, transform: `translateX(-${place})` }
}
