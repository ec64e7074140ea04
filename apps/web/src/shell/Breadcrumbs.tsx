import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Screen } from '../screens.tsx'
import { useSteps } from '../shared/trail.ts'
import classes from './shell.module.css'

type Props = {
  title: string
  /** The parent screen, if it is not the start page and the person may open it. */
  parent: Screen | undefined
}

export function Breadcrumbs({ title, parent }: Props) {
  const { t } = useTranslation()
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const steps = useSteps()
  return (
    <nav aria-label={t('breadcrumbs')} className={classes.breadcrumbs}>
      <ol>
        <li>
          <Link to="/">{t('screen.Active Incidents')}</Link>
        </li>
        {parent && (
          <li>
            <Link to={parent.path}>{t(`screen.${parent.title}`)}</Link>
          </li>
        )}
        {steps.map(({ text, to }) => (
          <li key={to}>
            <Link to={to as '/'}>{text}</Link>
          </li>
        ))}
        <li aria-current="page">
          {title}
          {params.id ? ` ${params.id}` : ''}
        </li>
      </ol>
    </nav>
  )
}
