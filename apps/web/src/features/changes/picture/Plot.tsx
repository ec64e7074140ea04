import type { MarkedIncident } from '@aviary/contract/changes/endpoints'
import { useElementSize } from '@mantine/hooks'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range } from '../range.ts'
import { type Bar, countOf, placeOf } from './bars.ts'
import { Handle } from './Handle.tsx'
import { IncidentMarks } from './IncidentMarks.tsx'
import { type IncidentMark, marksOf } from './incident-marks.ts'
import { PassingButton } from './PassingButton.tsx'
import classes from './picture.module.css'
import { ticksOf } from './ticks.ts'
import { type Brush, type Selection, useBrush } from './use-brush.ts'
import { usePictureWords } from './use-picture-words.ts'

type PlotProps = {
  range: Range
  bars: readonly Bar[]
  /** Those that are marked, and how many there are. */
  incidents: readonly MarkedIncident[]
  incidentCount: number
  isLoading: boolean
  onNarrow: (range: Range) => void
}

const TICK_PIXELS = 110
/** What the longest of their words needs, in any language. */
const TICK_TEXT_PIXELS = 84
const USUAL_WIDTH = 720

/** The least that a mark needs, with the number of those it stands for. */
const MARK_PIXELS = 48

export function Plot({ range, bars, incidents, incidentCount, isLoading, onNarrow }: PlotProps) {
  const { t, i18n } = useTranslation('changes')
  const plot = useRef<HTMLDivElement>(null)
  const size = useElementSize()
  const width = size.width || USUAL_WIDTH
  const marks = useMemo(() => marksOf(incidents, range, MARK_PIXELS / width), [incidents, range, width])
  const brush = useBrush({ bars, range, plot, onNarrow })
  const ticks = ticksOf(range, Math.max(2, Math.floor(width / TICK_PIXELS)), i18n.language)
  return (
    <div className={classes.frame} ref={size.ref} aria-busy={isLoading || undefined}>
      <IncidentMarks marks={marks} />
      <div ref={plot} className={classes.plot} {...brush.plotEvents}>
        <Bars range={range} bars={bars} marks={marks} incidentCount={incidentCount} brush={brush} />
        <Handle which="first" bars={bars} range={range} brush={brush} />
        <Handle which="last" bars={bars} range={range} brush={brush} />
      </div>
      <div className={classes.axis} aria-hidden="true">
        {ticks.map(({ at, text }) => (
          <span key={at} style={{ left: percent(placeOf(at, range)) }}>
            {(1 - placeOf(at, range)) * width >= TICK_TEXT_PIXELS && text}
          </span>
        ))}
      </div>
      <div className={classes.below}>
        <p>
          <Readout bars={bars} brush={brush} isLoading={isLoading} />
        </p>
        {!brush.isWhole && <PassingButton text={t('picture.narrow')} onClick={brush.narrow} />}
      </div>
    </div>
  )
}

const percent = (part: number) => `${part * 100}%`

const WIDTH = 1000
const HEIGHT = 100
/** Even one change among ten thousand is seen. */
const LEAST_HEIGHT = 3

type BarsProps = Pick<PlotProps, 'range' | 'bars' | 'incidentCount'> & {
  marks: readonly IncidentMark[]
  brush: Brush
}

function Bars({ range, bars, marks, incidentCount, brush: { selection, isWhole, hovered } }: BarsProps) {
  const { t } = useTranslation('changes')
  const words = usePictureWords()
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const x = (at: number) => placeOf(at, range) * WIDTH
  const part = partOf(bars, selection)
  const named = { changes: words.number(countOf(bars)), incidents: words.number(incidentCount) }
  return (
    <>
      <span className={classes.most} aria-hidden="true">
        {countOf(bars) > 0 && words.number(most)}
      </span>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${words.range(range)}. ${t('picture.counts', named)}`}
      >
        {!isWhole && part && (
          <rect className={classes.part} x={x(part.from)} width={x(part.to) - x(part.from)} height={HEIGHT} />
        )}
        {bars.map(({ from, to, count }, at) => {
          const height = LEAST_HEIGHT + (count / most) * (HEIGHT - LEAST_HEIGHT)
          if (count === 0) return null
          return (
            <rect
              key={from}
              className={classes.bar}
              data-on={at === hovered || undefined}
              x={x(from)}
              width={Math.max(1, (x(to) - x(from)) * 0.85)}
              y={HEIGHT - height}
              height={height}
            />
          )
        })}
        {marks.map(({ place }) => (
          <line key={place} className={classes.began} x1={place * WIDTH} x2={place * WIDTH} y2={HEIGHT} />
        ))}
      </svg>
    </>
  )
}

function partOf(bars: readonly Bar[], { first, last }: Selection): Range | undefined {
  const [from, to] = [bars[first]?.from, bars[last]?.to]
  return from === undefined || to === undefined ? undefined : { from, to }
}

type ReadoutProps = { bars: readonly Bar[]; brush: Brush; isLoading: boolean }

/** What is under the pointer, else what is chosen, else how to choose. */
function Readout({ bars, brush, isLoading }: ReadoutProps) {
  const { t } = useTranslation('changes')
  const words = usePictureWords()
  const bar = brush.hovered === undefined ? undefined : bars[brush.hovered]
  const said = (range: Range, count: number) =>
    t('picture.part', { range: words.range(range), changes: words.number(count) })
  const part = partOf(bars, brush.selection)
  if (!brush.isWhole && part)
    return said(part, countOf(bars.slice(brush.selection.first, brush.selection.last + 1)))
  if (bar) return said(bar, bar.count)
  if (isLoading) return t('loading')
  const [first] = bars.slice(1)
  const length = first ? words.length(first.to - first.from) : ''
  return (
    <>
      {length && t('picture.each', { length })} <span className="muted">{t('picture.help')}</span>
    </>
  )
}
