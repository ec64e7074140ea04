import { useTranslation } from 'react-i18next'
import classes from './charts.module.css'
import { getColours, type LegendItem } from './picture.ts'

export const NINETIETH_DASH = '6 4'

/** Legend of the lines of a median and a 90th percentile; `axis` says what the numbers are. */
export function LineLegend({ axis }: { axis: string }) {
  const { t } = useTranslation('charts')
  return (
    <ul className={classes.legend}>
      {(['median', 'ninetieth'] as const).map((line) => (
        <li key={line}>
          <svg width="24" height="12" aria-hidden="true">
            <line
              className={classes.line}
              data-line={line}
              x2="24"
              y1="6"
              y2="6"
              strokeDasharray={line === 'ninetieth' ? NINETIETH_DASH : undefined}
            />
          </svg>
          {t(`resolve.${line}`)}
        </li>
      ))}
      <li className="muted">{axis}</li>
    </ul>
  )
}

/** The same legend in a picture. */
export function useLineLegendItems(): (holder: HTMLElement) => LegendItem[] {
  const { t } = useTranslation('charts')
  return (holder) => [
    { text: t('resolve.median'), fill: getColours(holder).text, dash: '' },
    { text: t('resolve.ninetieth'), fill: getColours(holder).muted, dash: NINETIETH_DASH },
  ]
}
