import { useCallback, useDeferredValue, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../../shared/names.ts'
import type { DayRange } from '../chart-range.ts'
import classes from './availability.module.css'
import type { CellDays } from './cell-days.ts'
import type { DayState } from './day-states.ts'
import { Strip } from './Strip.tsx'
import { type DayWords, useDayWords } from './use-day-words.ts'

type StripsProps = {
  cells: readonly CellDays[]
  range: DayRange
  onOpen: (cell: CellDays, day: DayState) => void
}

/** Strips of all services, grouped by data center. */
export function Strips({ cells, range, onOpen }: StripsProps) {
  const { t } = useTranslation('charts')
  const names = useNames()
  const words = useDayWords()
  const helpId = useId()
  const dataCenters = useMemo(() => [...Map.groupBy(cells, ({ cell }) => cell.data_center)], [cells])
  const isLong = (cells[0]?.days.length ?? 0) > LONG_RANGE_DAYS
  return (
    <>
      <p id={helpId} className={classes.help}>
        {t('strip.help')}
      </p>
      <div className={classes.dataCenters} data-long={isLong || undefined}>
        {dataCenters.map(([name, dataCenterCells]) => (
          <section key={name} className={classes.dataCenter} aria-label={names.dataCenter(name)}>
            <h3>{names.dataCenter(name)}</h3>
            <ServiceStrips cells={dataCenterCells} {...{ words, helpId, onOpen }} />
            <p className={classes.ends} aria-hidden="true">
              <span>{words.day(range.start)}</span>
              <span>{words.day(range.end)}</span>
            </p>
          </section>
        ))}
      </div>
    </>
  )
}

/** Above this number of days, the strips take the whole width of the page. */
const LONG_RANGE_DAYS = 120

type ServiceStripsProps = Pick<StripsProps, 'cells' | 'onOpen'> & { words: DayWords; helpId: string }

function ServiceStrips({ cells, words, helpId, onOpen }: ServiceStripsProps) {
  const names = useNames()
  const [tabbableIndex, setTabbableIndex] = useState(0)
  const [currentDay, setCurrentDay] = useState(Number.POSITIVE_INFINITY)
  const base = useId()
  const lastIndex = cells.length - 1
  // The focused strip moves to a new day at once; the other strips follow with lower priority.
  const laterDay = useDeferredValue(currentDay)
  const moveFocus = useCallback(
    (index: number, step: 1 | -1) => {
      const target = Math.min(lastIndex, Math.max(0, index + step))
      setTabbableIndex(target)
      document.getElementById(`${base}-${target}`)?.querySelector<HTMLElement>('[role=slider]')?.focus()
    },
    [base, lastIndex],
  )
  return (
    <ul className={classes.services}>
      {cells.map((cellDays, index) => {
        const { service, data_center, availability } = cellDays.cell
        const isTabbable = index === Math.min(tabbableIndex, lastIndex)
        return (
          <li key={service} id={`${base}-${index}`} onFocus={() => setTabbableIndex(index)}>
            <span className={classes.service}>{names.service(service)}</span>
            <Strip
              name={`${names.service(service)}, ${names.dataCenter(data_center)}`}
              cell={cellDays}
              current={Math.min(isTabbable ? currentDay : laterDay, cellDays.days.length - 1)}
              onMove={setCurrentDay}
              onLeave={moveFocus}
              {...{ index, isTabbable, words, helpId, onOpen }}
            />
            <span className={classes.percent}>{words.percent(availability)}</span>
          </li>
        )
      })}
    </ul>
  )
}
