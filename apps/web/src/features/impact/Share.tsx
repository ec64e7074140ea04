import { scaleOf } from '@aviary/contract/impact/rules'
import { useTranslation } from 'react-i18next'
import type { Counted } from './scales.ts'
import classes from './share.module.css'
import { useScaleWords } from './use-scale-words.ts'

/** The share of the companies that depend on the selection, in words and as a bar. */
export function Share({ counted }: { counted: Counted | undefined }) {
  const { t } = useTranslation('impact')
  const formatScale = useScaleWords()
  const scale = counted ? scaleOf(counted.company_count, counted.base_count) : 'waiting'
  return (
    <div className={classes.share}>
      <span className="muted">{t('companies')}</span>
      <strong>{formatScale(scale)}</strong>
      <div className={classes.bar} aria-hidden="true">
        <div style={{ inlineSize: `${typeof scale === 'number' ? scale : 0}%` }} />
      </div>
    </div>
  )
}
