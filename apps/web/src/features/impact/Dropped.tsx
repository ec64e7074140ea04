import { useTranslation } from 'react-i18next'
import classes from './impact.module.css'

type DroppedProps = {
  /** URL parameters that could not be read. */
  parameters: readonly string[]
  /** Services of the link that this data center does not have. */
  services: readonly string[]
  dataCenter: string
}

/** Says which parts of a link were ignored. */
export function Dropped({ parameters, services, dataCenter }: DroppedProps) {
  const { t } = useTranslation('impact')
  return (
    <div role="status" className={classes.dropped}>
      {parameters.length > 0 && <p>{t('dropped', { names: parameters.join(', ') })}</p>}
      {services.length > 0 && <p>{t('dropped.services', { dataCenter, names: services.join(', ') })}</p>}
    </div>
  )
}
