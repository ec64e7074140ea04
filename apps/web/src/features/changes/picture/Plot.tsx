import type { MarkedIncident } from '@aviary/contract/changes/endpoints'
import { useElementSize } from '@mantine/hooks'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range } from '../range.ts'
import { type Bar, countChanges, toPosition } from './bars.ts'
import { Handle } from './Handle.tsx'
import { IncidentMarks } from './IncidentMarks.tsx'
import { type IncidentMark, toMarks } from './incident-marks.ts'
import classes from './picture.module.css'
import { SelfRemovingButton } from './SelfRemovingButton.tsx'
import { getTicks } from './ticks.ts'
import { type Brush, type Selection, useBrush } from './use-brush.ts'
import { usePictureWords } from './use-picture-words.ts'

type PlotProps = {
  range: Range
  bars: readonly Bar[]
  /** Incidents with a marker, limited by the server; `incidentCount` counts all incidents. */
  incidents: readonly MarkedIncident[]
  incidentCount: number
  isLoading: boolean
  onNarrow: (range: Range) => void
}

const TICK_PIXELS = 110
/** Width of the longest tick text in any language. */
const TICK_TEXT_PIXELS = 84
const DEFAULT_WIDTH = 720

/** Minimum distance of two markers: the width of an icon and a count. */
const MARK_PIXELS = 48

export function Plot({ range, bars, incidents, incidentCount, isLoading, onNarrow }: PlotProps) {
  const { t, i18n } = useTranslation('changes')
  const plot = useRef<HTMLDivElement>(null)
  const size = useElementSize()
  const width = size.width || DEFAULT_WIDTH
  const marks = useMemo(() => toMarks(incidents, range, MARK_PIXELS / width), [incidents, range, width])
  const brush = useBrush({ bars, range, plot, onNarrow })
  const ticks = getTicks(range, Math.max(2, Math.floor(width / TICK_PIXELS)), i18n.language)
  return (
    <div className={classes.frame} ref={size.ref} aria-busy={isLoading || undefined}>
      <IncidentMarks marks={marks} />
      <div ref={plot} className={classes.plot} {...brush.plotEvents}>
        <Bars range={range} bars={bars} marks={marks} incidentCount={incidentCount} brush={brush} />
        <Handle end="first" bars={bars} range={range} brush={brush} />
        <Handle end="last" bars={bars} range={range} brush={brush} />
      </div>
      <div className={classes.axis} aria-hidden="true">
        {ticks.map(({ time, text }) => (
          <span key={time} style={{ left: percent(toPosition(time, range)) }}>
            {(1 - toPosition(time, range)) * width >= TICK_TEXT_PIXELS && text}
          </span>
        ))}
      </div>
      <div className={classes.below}>
        <p>
          <Readout bars={bars} brush={brush} isLoading={isLoading} />
        </p>
        {!brush.isWhole && <SelfRemovingButton text={t('picture.narrow')} onClick={brush.narrow} />}
      </div>
    </div>
  )
}

const percent = (part: number) => `${part * 100}%`

const WIDTH = 1000
const HEIGHT = 100
/** Keeps the bar of a single change visible beside a bar of ten thousand. */
const MIN_BAR_HEIGHT = 3

type BarsProps = Pick<PlotProps, 'range' | 'bars' | 'incidentCount'> & {
  marks: readonly IncidentMark[]
  brush: Brush
}

function Bars({ range, bars, marks, incidentCount, brush: { selection, isWhole, hovered } }: BarsProps) {
  const { t } = useTranslation('changes')
  const words = usePictureWords()
  const maxCount = Math.max(1, ...bars.map(({ count }) => count))
  const x = (time: number) => toPosition(time, range) * WIDTH
  const selectedRange = getSelectedRange(bars, selection)
  const hoveredBar = hovered === undefined ? undefined : bars[hovered]
  // One element instead of one for each bar.
  const toPath = (drawn: readonly Bar[]) =>
    drawn
      .filter(({ count }) => count > 0)
      .map(({ from, to, count }) => {
        const height = MIN_BAR_HEIGHT + (count / maxCount) * (HEIGHT - MIN_BAR_HEIGHT)
        const width = Math.max(1, (x(to) - x(from)) * 0.85)
        return `M${x(from)} ${HEIGHT}v${-height}h${width}v${height}z`
      })
      .join('')
  const counts = { changes: words.number(countChanges(bars)), incidents: words.number(incidentCount) }
  return (
    <>
      <span className={classes.most} aria-hidden="true">
        {countChanges(bars) > 0 && words.number(maxCount)}
      </span>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${words.range(range)}. ${t('picture.counts', counts)}`}
      >
        {!isWhole && selectedRange && (
          <rect
            className={classes.part}
            x={x(selectedRange.from)}
            width={x(selectedRange.to) - x(selectedRange.from)}
            height={HEIGHT}
          />
        )}
        <path className={classes.bar} d={toPath(bars)} />
        {hoveredBar && <path className={classes.bar} data-on d={toPath([hoveredBar])} />}
        {marks.map(({ position }) => (
          <line
            key={position}
            className={classes.began}
            x1={position * WIDTH}
            x2={position * WIDTH}
            y2={HEIGHT}
          />
        ))}
      </svg>
    </>
  )
}

function getSelectedRange(bars: readonly Bar[], { first, last }: Selection): Range | undefined {
  const [from, to] = [bars[first]?.from, bars[last]?.to]
  return from === undefined || to === undefined ? undefined : { from, to }
}

type ReadoutProps = { bars: readonly Bar[]; brush: Brush; isLoading: boolean }

/** Line of text about the selection, else about the hovered bar, else on how to select. */
function Readout({ bars, brush, isLoading }: ReadoutProps) {
  const { t } = useTranslation('changes')
  const words = usePictureWords()
  const bar = brush.hovered === undefined ? undefined : bars[brush.hovered]
  const describe = (range: Range, count: number) =>
    t('picture.part', { range: words.range(range), changes: words.number(count) })
  const selectedRange = getSelectedRange(bars, brush.selection)
  if (!brush.isWhole && selectedRange)
    return describe(selectedRange, countChanges(bars.slice(brush.selection.first, brush.selection.last + 1)))
  if (bar) return describe(bar, bar.count)
  const [first] = bars.slice(1)
  const barLength = first ? words.length(first.to - first.from) : ''
  return (
    <>
      {isLoading ? t('loading') : barLength && t('picture.each', { length: barLength })}{' '}
      <span className="muted">{t('picture.help')}</span>
    </>
  )
}
