import { useTranslation } from 'react-i18next'
import classes from './ui.module.css'

/** Label that goes with the blue tint of internal content. */
export function InternalMark() {
  const { t } = useTranslation()
  return <span className={classes.internal}>{t('internal')}</span>
}
