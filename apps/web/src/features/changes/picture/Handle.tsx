import { useTranslation } from 'react-i18next'
import type { Range } from '../range.ts'
import { type Bar, countOf, placeOf } from './bars.ts'
import classes from './picture.module.css'
import type { Brush } from './use-brush.ts'
import { usePictureWords } from './use-picture-words.ts'

type HandleProps = { which: 'first' | 'last'; bars: readonly Bar[]; range: Range; brush: Brush }

/** One end of the part that is chosen, moved by arrow keys or dragged. */
export function Handle({ which, bars, range, brush }: HandleProps) {
  const { t } = useTranslation('changes')
  const words = usePictureWords()
  const { selection, keys, begin } = brush
  const { first, last } = selection
  const bar = bars[selection[which]]
  const [from, to] = [bars[first]?.from ?? range.from, bars[last]?.to ?? range.to]
  const place = placeOf(which === 'first' ? from : to, range)
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.handle}
      data-which={which}
      style={{ left: `${place * 100}%` }}
      aria-label={t(which === 'first' ? 'picture.firstHandle' : 'picture.lastHandle')}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, bars.length - 1)}
      aria-valuenow={selection[which]}
      aria-valuetext={t('picture.part', {
        range: words.range({ from, to }),
        changes: words.number(countOf(bars.slice(first, last + 1))),
      })}
      title={bar && words.range(bar)}
      onKeyDown={keys(which)}
      // The other end stays where it is.
      onPointerDown={(event) => begin(event, which === 'first' ? last : first)}
    />
  )
}
