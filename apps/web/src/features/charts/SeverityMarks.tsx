import { SEVERITIES, type Severity } from '@aviary/contract/status/rules'
import { useId, useMemo } from 'react'
import { useStatusWord } from '../../shared/names.ts'
import classes from './charts.module.css'

const SIZE = 8

/** What is drawn over each severity's colour, so that they can be told apart without it. */
const TEXTURES: Readonly<Record<Severity, string | undefined>> = {
  NORMAL: undefined,
  PARTIAL_PERFORMANCE: 'M2 2h1.6v1.6h-1.6zM6 6h1.6v1.6h-1.6z',
  PERFORMANCE: 'M-2 2l4-4M0 8l8-8M6 10l4-4',
  PARTIAL_OUTAGE: 'M0 4h8M4 0v8',
  OUTAGE: undefined,
}

/** How each severity is filled, by names that no other part of the page has. */
export function useSeverityFills() {
  const id = useId().replaceAll(/\W/g, '')
  return useMemo(() => {
    const nameOf = (severity: Severity) => `${id}-${severity.toLowerCase()}`
    return { nameOf, fillOf: (severity: Severity) => `url(#${nameOf(severity)})` }
  }, [id])
}

type Fills = ReturnType<typeof useSeverityFills>

export const SeverityPatterns = ({ nameOf }: Pick<Fills, 'nameOf'>) => (
  <defs>
    {SEVERITIES.map((severity) => (
      <pattern key={severity} id={nameOf(severity)} width={SIZE} height={SIZE} patternUnits="userSpaceOnUse">
        <rect width={SIZE} height={SIZE} className={classes.mark} data-severity={severity} />
        {TEXTURES[severity] && <path d={TEXTURES[severity]} className={classes.texture} />}
      </pattern>
    ))}
  </defs>
)

/** Which pattern is which severity, from the worst on, as they are stacked. */
export function SeverityLegend({ fillOf }: Pick<Fills, 'fillOf'>) {
  const word = useStatusWord()
  return (
    <ul className={classes.legend}>
      {SEVERITIES.toReversed().map((severity) => (
        <li key={severity}>
          <svg width="24" height="12" aria-hidden="true">
            <rect width="24" height="12" fill={fillOf(severity)} />
          </svg>
          {word(severity)}
        </li>
      ))}
    </ul>
  )
}
