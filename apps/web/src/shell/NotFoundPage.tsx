import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { plainButtonClass } from '../ui/PlainButton.tsx'
import classes from './shell.module.css'

export function NotFoundPage() {
  const { t } = useTranslation()
  const title = t('notFound.title')
  useEffect(() => {
    document.title = `${title} · Aviary`
  }, [title])
  return (
    <section className={classes.message}>
      <h1>{title}</h1>
      <p>{t('notFound.body')}</p>
      <Link to="/" className={plainButtonClass}>
        {t('notFound.back')}
      </Link>
    </section>
  )
}
