import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './shell.module.css'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <section className={classes.message}>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.body')}</p>
      <Button renderRoot={(props) => <Link to="/" {...props} />}>{t('notFound.back')}</Button>
    </section>
  )
}
