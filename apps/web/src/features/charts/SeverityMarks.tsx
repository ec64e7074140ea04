import { SEVERITIES, type Severity } from '@aviary/contract/status/rules'
import { useId, useMemo } from 'react'
import { useStatusWord } from '../../shared/names.ts'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import classes from './charts.module.css'

const SIZE = 8

/** Patterns over the colours, so that severities are distinguishable without colour. */
const TEXTURES: Readonly<Record<Severity, string | undefined>> = {
  NORMAL: undefined,
  PARTIAL_PERFORMANCE: 'M2 2h1.6v1.6h-1.6zM6 6h1.6v1.6h-1.6z',
  PERFORMANCE: 'M-2 2l4-4M0 8l8-8M6 10l4-4',
  PARTIAL_OUTAGE: 'M0 4h8M4 0v8',
  OUTAGE: undefined,
}

/** SVG pattern ids and fills per severity; the ids are unique on the page. */
export function useSeverityFills() {
  const id = useId().replaceAll(/\W/g, '')
  return useMemo(() => {
    const getPatternId = (severity: Severity) => `${id}-${severity.toLowerCase()}`
    return { getPatternId, getFill: (severity: Severity) => `url(#${getPatternId(severity)})` }
  }, [id])
}

type Fills = ReturnType<typeof useSeverityFills>

export const SeverityPatterns = ({ getPatternId }: Pick<Fills, 'getPatternId'>) => (
  <defs>
    {SEVERITIES.map((severity) => (
      <pattern
        key={severity}
        id={getPatternId(severity)}
        width={SIZE}
        height={SIZE}
        patternUnits="userSpaceOnUse"
      >
        <rect width={SIZE} height={SIZE} className={classes.mark} data-severity={severity} />
        {TEXTURES[severity] && <path d={TEXTURES[severity]} className={classes.texture} />}
      </pattern>
    ))}
  </defs>
)

/** Legend of the patterns, worst severity first, as in the stacked bars. */
export function SeverityLegend({ getFill }: Pick<Fills, 'getFill'>) {
  const word = useStatusWord()
  return (
    <ul className={classes.legend}>
      {SEVERITIES.toReversed().map((severity) => (
        <li key={severity}>
          <svg width="24" height="12" aria-hidden="true">
            <rect width="24" height="12" fill={getFill(severity)} />
          </svg>
          <StatusIcon status={severity} />
          {word(severity)}
        </li>
      ))}
    </ul>
  )
}
