import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Screen } from '../screen.ts'
import { SCREENS } from '../screens.tsx'
import { useMay } from '../shared/may.ts'
import { useSteps } from '../shared/trail.ts'
import classes from './top-bar.module.css'

/** The open screen and those above it: start page, the screen's parent, and steps that the screen adds. */
export function Breadcrumbs({ screen }: { screen: Screen | undefined }) {
  const { t } = useTranslation()
  const may = useMay()
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const steps = useSteps()
  if (!screen) return <div className={classes.breadcrumbs} />
  const parent = SCREENS.find(({ path }) => path === screen.parent)
  return (
    <nav aria-label={t('breadcrumbs')} className={classes.breadcrumbs}>
      <ol>
        {screen.path !== '/' && (
          <li>
            <Link to="/">{t('screen.Active Incidents')}</Link>
          </li>
        )}
        {parent && may(parent) && (
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
          {t(`screen.${screen.title}`)}
          {params.id ? ` ${params.id}` : ''}
        </li>
      </ol>
    </nav>
  )
}
