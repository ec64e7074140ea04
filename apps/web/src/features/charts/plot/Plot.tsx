import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './plot.module.css'
import { chooseLabels, cutLabels, toTicks } from './scale.ts'
import { usePlotPoint } from './use-plot-point.ts'

/** Room around the marks: for the labels above the highest bar, and for both axes. */
const ROOM = { top: 20, right: 12, bottom: 34, left: 56 }
const VALUE_LABEL_GAP = 18

/** `dash`: dash pattern of a line. */
export type Series = { name: string; label: string; color: string; dash?: string }
export type Point = { label: string; values: Readonly<Record<string, number | null>> }

/** Where values are drawn, in pixels. */
export type PlotArea = {
  /** Horizontal centre of each point. */
  xs: readonly number[]
  /** Width that belongs to each point. */
  step: number
  toY: (value: number) => number
}

export type PlotProps = {
  /** Accessible name. */
  name: string
  points: readonly Point[]
  series: readonly Series[]
  format: (value: number) => string
}

type DrawnPlotProps = PlotProps & {
  /** The highest value drawn. */
  highest: number
  /** Labels every point, instead of as many as have room. */
  hasAllLabels?: boolean
  /** Only whole numbers on the axis of values. */
  isWhole: boolean
  /** Distance of the first and the last point from the ends of the axis; undefined: half of a point's width. */
  inset?: number
  /** Draws the mark of the point that is hovered or was reached by keyboard. */
  cursor: (area: PlotArea, index: number) => ReactNode
  draw: (area: PlotArea) => ReactNode
}

/**
 * The axes of a chart, its marks, and the values of the point under the pointer or reached by the arrow keys.
 * `draw` must keep its identity; otherwise each move along the points draws all marks again.
 */
export function Plot(props: DrawnPlotProps) {
  const { name, points, highest, isWhole, hasAllLabels = false, inset, format, draw, cursor } = props
  const { t } = useTranslation('charts')
  const helpId = useId()
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!box.current) return undefined
    // The observer reports the size after the browser's own layout; measuring now would force a second layout.
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const { width, height } = size
  const ticks = useMemo(() => toTicks(highest, isWhole), [highest, isWhole])
  const area = useMemo((): PlotArea => {
    const space = Math.max(0, width - ROOM.left - ROOM.right)
    const bottom = height - ROOM.bottom
    const step =
      inset === undefined
        ? space / points.length
        : Math.max(0, space - 2 * inset) / Math.max(1, points.length - 1)
    const first = ROOM.left + (inset === undefined ? step / 2 : points.length === 1 ? space / 2 : inset)
    return {
      xs: points.map((_, index) => first + index * step),
      step,
      toY: (value) => bottom - (value / (ticks.at(-1) ?? 1)) * (bottom - ROOM.top),
    }
  }, [width, height, inset, points, ticks])
  const still = useMemo(
    () =>
      width > 0 && (
        <>
          <Axes {...{ width, height, ticks, area, points, format, hasAllLabels }} />
          {draw(area)}
        </>
      ),
    [width, height, ticks, area, points, format, hasAllLabels, draw],
  )
  const { shown, isByKey, events } = usePlotPoint({
    count: points.length,
    find: (position) => Math.round((position * width - (area.xs[0] ?? 0)) / (area.step || 1)),
  })
  return (
    <div ref={box} className={classes.plot}>
      {width > 0 && (
        <svg
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move along the points
          tabIndex={0}
          aria-label={name}
          aria-describedby={helpId}
          viewBox={`0 0 ${width} ${height}`}
          {...events}
        >
          {shown !== undefined && cursor(area, shown)}
          {still}
        </svg>
      )}
      <span id={helpId} hidden>
        {t('plot.help')}
      </span>
      <span role="status" className="visually-hidden">
        {isByKey && shown !== undefined && toWords(props, shown, t('noData'))}
      </span>
      {shown !== undefined && (
        <Values {...props} index={shown} x={(area.xs[shown] ?? 0) / Math.max(width, 1)} />
      )}
    </div>
  )
}

type AxesProps = Pick<PlotProps, 'points' | 'format'> & {
  width: number
  height: number
  ticks: readonly number[]
  area: PlotArea
  hasAllLabels: boolean
}

function Axes({ width, height, ticks, area, points, format, hasAllLabels }: AxesProps) {
  const texts = points.map(({ label }) => label)
  const labels = hasAllLabels ? cutLabels(texts, area.xs, area.step) : chooseLabels(texts, area.xs, width)
  return (
    <>
      <path
        className={classes.grid}
        strokeDasharray="5 5"
        d={ticks.map((tick) => `M${ROOM.left} ${area.toY(tick)}H${width - ROOM.right}`).join('')}
      />
      {ticks.map((tick) => (
        <text
          key={tick}
          className={classes.label}
          x={ROOM.left - VALUE_LABEL_GAP}
          y={area.toY(tick) + 4}
          textAnchor="end"
        >
          {format(tick)}
        </text>
      ))}
      {labels.map(({ index, x, text }) => (
        <text
          key={index}
          className={classes.label}
          x={x}
          y={height - 6}
          textAnchor="middle"
          // Width for the full label in the saved picture (`picture.ts`), which has no tooltips.
          data-room={text === texts[index] ? undefined : area.step}
        >
          {text}
          {text !== texts[index] && <title>{texts[index]}</title>}
        </text>
      ))}
    </>
  )
}

/** Text of a point for screen readers. */
function toWords({ points, series, format }: PlotProps, index: number, noData: string): string {
  const { label = '', values = {} } = points[index] ?? {}
  const known = series.flatMap((each) => {
    const value = values[each.name] ?? null
    return value === null ? [] : [`${each.label}: ${format(value)}`]
  })
  return [label, ...(known.length > 0 ? known : [noData])].join(', ')
}

/**
 * Box with the values of one point, within the chart: at 30 % of the chart, the box shifts left by 30 % of its own
 * width.
 */
function Values({ points, series, format, index, x }: PlotProps & { index: number; x: number }) {
  const point = points[index]
  if (!point) return null
  const offset = `${x * 100}%`
  return (
    <div className={classes.values} style={{ left: offset, transform: `translateX(-${offset})` }}>
      <p>{point.label}</p>
      <ul>
        {series.map(({ name, label, color }) => {
          const value = point.values[name] ?? null
          return (
            value !== null && (
              <li key={name}>
                <svg width="12" height="12" aria-hidden="true">
                  <circle cx="6" cy="6" r="6" fill={color} />
                </svg>
                <span>{label}</span>
                <span>{format(value)}</span>
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
