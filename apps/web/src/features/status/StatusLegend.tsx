import { SEVERITIES } from '@aviary/contract/status/rules'
import { useTranslation } from 'react-i18next'
import { useStatusWord } from '../../shared/names.ts'
import { Panel } from '../../ui/Panel.tsx'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import classes from './status.module.css'

/** The meaning of each icon in the grid, from best to worst. */
export function StatusLegend() {
  const { t } = useTranslation('status')
  const word = useStatusWord()
  return (
    <Panel title={t('legend')}>
      <ul className={classes.legend}>
        {([...SEVERITIES, 'NA'] as const).map((status) => (
          <li key={status}>
            <StatusIcon status={status} /> {word(status)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
