import { useTranslation } from 'react-i18next'
import type { Range } from '../range.ts'
import { type Bar, countChanges, toPosition } from './bars.ts'
import classes from './picture.module.css'
import type { Brush } from './use-brush.ts'
import { usePictureWords } from './use-picture-words.ts'

type HandleProps = { end: 'first' | 'last'; bars: readonly Bar[]; range: Range; brush: Brush }

/** Slider at one end of the selection, moved by arrow keys or dragging. */
export function Handle({ end, bars, range, brush }: HandleProps) {
  const { t } = useTranslation('changes')
  const words = usePictureWords()
  const { selection, keys, begin } = brush
  const { first, last } = selection
  const bar = bars[selection[end]]
  const [from, to] = [bars[first]?.from ?? range.from, bars[last]?.to ?? range.to]
  const position = toPosition(end === 'first' ? from : to, range)
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.handle}
      data-which={end}
      style={{ left: `${position * 100}%` }}
      aria-label={t(end === 'first' ? 'picture.firstHandle' : 'picture.lastHandle')}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, bars.length - 1)}
      aria-valuenow={selection[end]}
      aria-valuetext={t('picture.part', {
        range: words.range({ from, to }),
        changes: words.number(countChanges(bars.slice(first, last + 1))),
      })}
      title={bar && words.range(bar)}
      onKeyDown={keys(end)}
      // The drag leaves the opposite end of the selection in place.
      onPointerDown={(event) => begin(event, end === 'first' ? last : first)}
    />
  )
}
