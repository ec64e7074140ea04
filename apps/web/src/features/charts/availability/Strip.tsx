import { memo, useMemo } from 'react'
import classes from './availability.module.css'
import type { CellDays } from './cell-days.ts'
import type { DayState } from './day-states.ts'
import { DAY_WIDTH, HEIGHT, toShapes } from './strip-shape.ts'
import { useDayNavigation } from './use-day-navigation.ts'
import type { DayWords } from './use-day-words.ts'

type StripProps = {
  /** Accessible name: service and data center. */
  name: string
  cell: CellDays
  /** Position among the strips of its data center. */
  index: number
  words: DayWords
  helpId: string
  /** Roving tabindex: Tab reaches one strip of a data center, arrow keys the others. */
  isTabbable: boolean
  /** Index of the day reached by keyboard, shared by all strips of a data center. */
  current: number
  onMove: (index: number) => void
  onOpen: (cell: CellDays, day: DayState) => void
  /** Moves to the strip above or below. */
  onLeave: (index: number, step: 1 | -1) => void
}

/**
 * One bar per day of a cell. Arrow keys move between days; Enter or a click opens a day. A page may show a hundred
 * strips, so the handlers must keep their identity for `memo`.
 */
export const Strip = memo(function Strip(props: StripProps) {
  const { name, cell, index: position, words, helpId, isTabbable, current, onMove, onOpen, onLeave } = props
  const { days } = cell
  const bars = useMemo(
    () => toShapes(days).map(({ state, path }) => <path key={state} data-state={state} d={path} />),
    [days],
  )
  const openAt = (index: number) => {
    const day = days[index]
    if (day) onOpen(cell, day)
  }
  const { shown, events } = useDayNavigation({
    count: days.length,
    current,
    onMove,
    onOpen: openAt,
    onLeave: (step) => onLeave(position, step),
  })
  const shownDay = shown === undefined ? undefined : days[shown]
  const currentDay = days[current]
  return (
    <div className={classes.strip}>
      <div
        role="slider"
        tabIndex={isTabbable ? 0 : -1}
        className={classes.days}
        aria-label={name}
        aria-describedby={helpId}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={current + 1}
        aria-valuetext={currentDay && words.dayFigures(currentDay)}
        {...events}
      >
        <svg
          viewBox={`0 0 ${days.length * DAY_WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {bars}
          {shown !== undefined && (
            <rect className={classes.current} x={shown * DAY_WIDTH - 1} width={DAY_WIDTH} height={HEIGHT} />
          )}
        </svg>
      </div>
      {shownDay && shown !== undefined && (
        <p className={classes.tooltip} aria-hidden="true" style={getTooltipStyle(shown, days.length)}>
          {words.dayFigures(shownDay)}
        </p>
      )}
    </div>
  )
})

/**
 * Places the tooltip at its day, within the strip: at 30 % of the strip, the tooltip shifts left by 30 % of its own
 * width.
 */
function getTooltipStyle(index: number, count: number) {
  const offset = `${((index + 0.5) / count) * 100}%`
  return { left: offset, transform: `translateX(-${offset})` }
}
