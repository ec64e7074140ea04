import { useTranslation } from 'react-i18next'
import classes from './impact.module.css'

type DroppedProps = {
  /** What of the address could not be read. */
  parameters: readonly string[]
  /** Services that are not in this data center. */
  services: readonly string[]
  dataCenter: string
}

/** What of a link was left out. */
export function Dropped({ parameters, services, dataCenter }: DroppedProps) {
  const { t } = useTranslation('impact')
  return (
    <div role="status" className={classes.dropped}>
      {parameters.length > 0 && <p>{t('dropped', { names: parameters.join(', ') })}</p>}
      {services.length > 0 && <p>{t('dropped.services', { dataCenter, names: services.join(', ') })}</p>}
    </div>
  )
}
