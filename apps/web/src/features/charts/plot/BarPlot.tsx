import { type ReactNode, useCallback } from 'react'
import { Plot, type PlotArea, type PlotProps } from './Plot.tsx'
import classes from './plot.module.css'
import { estimateWidth } from './scale.ts'

const WIDEST_BAR = 64
/** Share of a point's width that its bar takes. */
const BAR_SHARE = 0.8
const LABEL_GAP = 5

type BarPlotProps = PlotProps & {
  /** Writes each value above its bar if there is room, and each label below its bar, cut to the width. */
  hasAllLabels?: boolean
  /** SVG definitions that the colours of the series refer to. */
  definitions?: ReactNode
}

/** A bar per point, with the series on top of each other. */
export function BarPlot({ hasAllLabels = false, definitions, ...props }: BarPlotProps) {
  const { points, series, format } = props
  const sums = points.map(({ values }) => series.reduce((sum, { name }) => sum + (values[name] ?? 0), 0))
  const draw = useCallback(
    ({ xs, step, toY }: PlotArea) => {
      const width = Math.min(WIDEST_BAR, step * BAR_SHARE)
      const heights = points.map(() => 0)
      return (
        <>
          {definitions}
          {series.map(({ name, color }) => (
            <path
              key={name}
              fill={color}
              d={points
                .map(({ values }, index) => {
                  const [from = 0, value] = [heights[index], values[name] ?? 0]
                  heights[index] = from + value
                  if (value === 0) return ''
                  const [left, top] = [(xs[index] ?? 0) - width / 2, toY(from + value)]
                  return `M${left} ${top}h${width}V${toY(from)}h${-width}z`
                })
                .join('')}
            />
          ))}
          {hasAllLabels &&
            points.map(({ label, values }, index) => {
              const value = values[series[0]?.name ?? ''] ?? null
              return (
                value !== null &&
                estimateWidth(format(value)) <= step && (
                  <text
                    key={label}
                    className={classes.value}
                    x={xs[index]}
                    y={toY(value) - LABEL_GAP}
                    textAnchor="middle"
                  >
                    {format(value)}
                  </text>
                )
              )
            })}
        </>
      )
    },
    [points, series, format, hasAllLabels, definitions],
  )
  return (
    <Plot
      {...props}
      highest={Math.max(0, ...sums)}
      isWhole
      {...{ hasAllLabels }}
      cursor={drawCursor}
      draw={draw}
    />
  )
}

const drawCursor = ({ xs, step, toY }: PlotArea, index: number) => (
  <path className={classes.cursor} d={`M${(xs[index] ?? 0) - step / 2} ${toY(0)}V20h${step}V${toY(0)}z`} />
)
