import { useCallback } from 'react'
import { Plot, type PlotArea, type PlotProps, type Point } from './Plot.tsx'
import classes from './plot.module.css'

const INSET = 24

/** A line with a dot per point for each series; where a value is missing, the line is broken. */
export function LinePlot(props: PlotProps) {
  const { points, series } = props
  const draw = useCallback(
    (area: PlotArea) =>
      series.map(({ name, color, dash }) => (
        <g key={name} stroke={color} fill="none">
          <path strokeWidth="2" strokeDasharray={dash} d={toLine(area, points, name)} />
          <path strokeWidth="7" strokeLinecap="round" d={toDots(area, points, name)} />
        </g>
      )),
    [points, series],
  )
  const values = points.flatMap((point) => series.map(({ name }) => point.values[name] ?? 0))
  return (
    <Plot
      {...props}
      highest={Math.max(0, ...values)}
      isWhole={false}
      inset={INSET}
      cursor={drawCursor}
      draw={draw}
    />
  )
}

function toLine({ xs, toY }: PlotArea, points: readonly Point[], name: string): string {
  let isBroken = true
  return points
    .map(({ values }, index) => {
      const value = values[name] ?? null
      if (value === null) {
        isBroken = true
        return ''
      }
      const command = isBroken ? 'M' : 'L'
      isBroken = false
      return `${command}${xs[index]} ${toY(value)}`
    })
    .join('')
}

/** A path with a line of length 0 per point; the round line caps appear as dots. */
const toDots = ({ xs, toY }: PlotArea, points: readonly Point[], name: string): string =>
  points
    .map(({ values }, index) => {
      const value = values[name] ?? null
      return value === null ? '' : `M${xs[index]} ${toY(value)}h0`
    })
    .join('')

const drawCursor = ({ xs, toY }: PlotArea, index: number) => (
  <path className={classes.cursor} d={`M${xs[index]} ${toY(0)}V20`} />
)
