import { useTranslation } from 'react-i18next'
import classes from './ui.module.css'

/** The word that goes with the blue tint. */
export function InternalMark() {
  const { t } = useTranslation()
  return <span className={classes.internal}>{t('internal')}</span>
}
