import { useTranslation } from 'react-i18next'
import classes from './ui.module.css'

export function TestMark() {
  const { t } = useTranslation()
  return <span className={classes.test}>{t('test')}</span>
}
