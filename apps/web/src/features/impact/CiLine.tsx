import { IMPACTS_BELOW_CIS } from '@aviary/contract/constants'
import { useTranslation } from 'react-i18next'
import classes from './impact.module.css'
import type { Scales, ShownCi } from './use-dora.ts'
import { useScaleWords } from './use-scale-words.ts'

type CiLineProps = { ci: ShownCi; dataCenter: string; hasScales: boolean; children: React.ReactNode }

/** One CI of a list with its scales, if `hasScales`; `children` are its buttons. */
export function CiLine({ ci, dataCenter, hasScales, children }: CiLineProps) {
  const { t } = useTranslation('impact')
  const formatScale = useScaleWords()
  return (
    <div className={classes.ci}>
      <div className={classes.ciWords}>
        <span className={classes.ciName} title={ci.name}>
          {ci.name}
        </span>
        <span className={classes.ciCategory} title={ci.category}>
          {ci.category}
        </span>
        {hasScales && ci.global === 'unknown' && (
          <span className={classes.warning}>{t('scale.unknown')}</span>
        )}
        {hasScales && ci.global !== 'unknown' && (
          <dl className={classes.scales}>
            <div>
              <dt>{t('scale.global')}</dt>
              <dd>{formatScale(ci.global)}</dd>
            </div>
            <div>
              <dt>{dataCenter}</dt>
              <dd>{formatScale(ci.dataCenter)}</dd>
            </div>
          </dl>
        )}
      </div>
      {children}
    </div>
  )
}

/** Why the CIs of a list show no scale. */
export function ScalesUnavailable({ scales }: { scales: Scales }) {
  const { t } = useTranslation('impact')
  if (!scales.unavailableReason) return null
  return (
    <p className={classes.without}>
      <span className="muted">{t('scale')}</span>{' '}
      <span>
        {scales.unavailableReason === 'services'
          ? t('scale.services')
          : t('scale.tooMany', { number: IMPACTS_BELOW_CIS })}
      </span>
    </p>
  )
}
