import { useId, useMemo, useState } from 'react'
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

/** A strip for each service, data center by data center. */
export function Strips({ cells, range, onOpen }: StripsProps) {
  const { t } = useTranslation('charts')
  const names = useNames()
  const words = useDayWords()
  const helpId = useId()
  const dataCenters = useMemo(() => [...Map.groupBy(cells, ({ cell }) => cell.data_center)], [cells])
  const isLong = (cells[0]?.days.length ?? 0) > LONG
  return (
    <>
      <p id={helpId} className={classes.help}>
        {t('strip.help')}
      </p>
      <div className={classes.dataCenters} data-long={isLong || undefined}>
        {dataCenters.map(([name, within]) => (
          <section key={name} className={classes.dataCenter} aria-label={names.dataCenter(name)}>
            <h3>{names.dataCenter(name)}</h3>
            <ServiceStrips cells={within} {...{ words, helpId, onOpen }} />
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

/** More days than this need the whole width. */
const LONG = 120

type ServiceStripsProps = Pick<StripsProps, 'cells' | 'onOpen'> & { words: DayWords; helpId: string }

function ServiceStrips({ cells, words, helpId, onOpen }: ServiceStripsProps) {
  const names = useNames()
  const [reached, setReached] = useState(0)
  const [walked, setWalked] = useState(Number.POSITIVE_INFINITY)
  const base = useId()
  const idOf = (at: number) => `${base}-${at}`
  const leave = (from: number, step: 1 | -1) => {
    const to = Math.min(cells.length - 1, Math.max(0, from + step))
    setReached(to)
    document.getElementById(idOf(to))?.querySelector<HTMLElement>('[role=slider]')?.focus()
  }
  return (
    <ul className={classes.services}>
      {cells.map((one, at) => {
        const { service, data_center, availability } = one.cell
        return (
          <li key={service} id={idOf(at)}>
            <span className={classes.service}>{names.service(service)}</span>
            <Strip
              name={`${names.service(service)}, ${names.dataCenter(data_center)}`}
              days={one.days}
              at={Math.min(walked, one.days.length - 1)}
              onWalk={setWalked}
              isReached={at === Math.min(reached, cells.length - 1)}
              onOpen={(day) => onOpen(one, day)}
              onLeave={(step) => leave(at, step)}
              {...{ words, helpId }}
            />
            <span className={classes.percent}>{words.percent(availability)}</span>
          </li>
        )
      })}
    </ul>
  )
}
