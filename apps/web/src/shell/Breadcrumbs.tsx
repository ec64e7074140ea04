import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './shell.module.css'

export function Breadcrumbs({ title, isStart }: { title: string; isStart: boolean }) {
  const { t } = useTranslation()
  const params: Record<string, string | undefined> = useParams({ strict: false })
  return (
    <nav aria-label={t('breadcrumbs')} className={classes.breadcrumbs}>
      <ol>
        {!isStart && (
          <li>
            <Link to="/">{t('screen.Active Incidents')}</Link>
          </li>
        )}
        <li aria-current="page">
          {title}
          {params.id ? ` ${params.id}` : ''}
        </li>
      </ol>
    </nav>
  )
}
