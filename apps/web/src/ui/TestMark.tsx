import { useTranslation } from 'react-i18next'
import classes from './ui.module.css'

/** The word that stands at what is only a test. */
export function TestMark() {
  const { t } = useTranslation()
  return <span className={classes.test}>{t('test')}</span>
}
