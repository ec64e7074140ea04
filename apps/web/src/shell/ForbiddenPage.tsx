import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { plainButtonClass } from '../ui/PlainButton.tsx'
import classes from './shell.module.css'

/**
 * Replaces a screen that the person may not open: shows its title, the missing permission, and a link back.
 */
export default function ForbiddenPage({ title, action }: { title: string; action: string }) {
  const { t } = useTranslation()
  return (
    <section className={classes.message}>
      <h1>{title}</h1>
      <p role="alert">
        {t('forbidden.title')} {t('forbidden.body', { action })}
      </p>
      <Link to="/" className={plainButtonClass}>
        {t('notFound.back')}
      </Link>
    </section>
  )
}
