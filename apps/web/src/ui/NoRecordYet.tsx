import { useTranslation } from 'react-i18next'
import classes from './security.module.css'

/** What an empty list says, with the next step (spec 3 §2). */
export function NoRecordYet() {
  const { t } = useTranslation(['security', 'shell'])
  return (
    <>
      <span>{t('shell:noData')}</span>
      <span className={`muted ${classes.nextStep}`}>{t('list.first')}</span>
    </>
  )
}
