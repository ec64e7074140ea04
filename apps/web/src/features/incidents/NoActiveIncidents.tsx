import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/states.tsx'
import classes from './active-incidents.module.css'

export function NoActiveIncidents() {
  const { t } = useTranslation(['incidents', 'shell'])
  return (
    <article className={classes.card}>
      <EmptyState title={t('active.none')}>
        <Link to="/history">{t('active.toHistory')}</Link>
      </EmptyState>
    </article>
  )
}
