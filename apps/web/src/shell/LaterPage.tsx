import { useTranslation } from 'react-i18next'
import classes from './shell.module.css'

/** A screen whose address is known and which this version does not have. It says so. */
export function LaterPage() {
  const { t } = useTranslation()
  return (
    <section className={classes.message}>
      <h1>{t('later.title')}</h1>
      <p>{t('later.body')}</p>
    </section>
  )
}
