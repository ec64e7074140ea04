import { CELL_STATUSES } from '@aviary/contract/status/rules'
import { useStatusWord } from '../../../shared/names.ts'
import { StatusIcon } from '../../../ui/StatusIcon.tsx'
import charts from '../charts.module.css'
import classes from './availability.module.css'
import { DAY_WIDTH, HEIGHT, toShapes } from './strip-shape.ts'

const SPENT = { known: 0 }

/** Legend of the colours and heights of the day bars. */
export function StateLegend() {
  const word = useStatusWord()
  return (
    <ul className={charts.legend}>
      {CELL_STATUSES.map((state) => (
        <li key={state}>
          <svg
            className={classes.key}
            viewBox={`0 0 ${DAY_WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {toShapes([{ day: '', state, spent: SPENT }]).map(({ path }) => (
              <path key={state} data-state={state} d={path} />
            ))}
          </svg>
          <StatusIcon status={state} />
          {word(state)}
        </li>
      ))}
    </ul>
  )
}
