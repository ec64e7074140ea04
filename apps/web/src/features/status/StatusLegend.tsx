import { SEVERITIES } from '@aviary/contract/status/rules'
import { useTranslation } from 'react-i18next'
import { useStatusWord } from '../../shared/names.ts'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import classes from './status.module.css'

/** The foot of the matrix: the meaning of each icon, from best to worst, then the icon for no status. */
export function StatusLegend() {
  const { t } = useTranslation('status')
  const word = useStatusWord()
  return (
    <section aria-label={t('legend')} className={classes.foot}>
      <ul className={classes.legend}>
        {([...SEVERITIES, 'NA'] as const).map((status) => (
          <li key={status}>
            <StatusIcon status={status} /> {word(status)}
          </li>
        ))}
      </ul>
    </section>
  )
}
