import { IconHelpCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../shared/settings.ts'
import classes from './shell.module.css'
import { useLinks } from './use-links.ts'

/** The links a person may open. `onFollow` lets a drawer close itself. */
export function Navigation({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation()
  const settings = useSettings()
  const links = useLinks()
  return (
    <nav aria-label={t('nav.label')} className={classes.navigation}>
      <ul>
        {links.map(({ path, text, icon: Icon }) => (
          <li key={path}>
            <Link
              to={path}
              activeOptions={{ exact: path === '/' }}
              activeProps={{ 'aria-current': 'page' }}
              {...(onFollow ? { onClick: onFollow } : {})}
            >
              <Icon size={18} aria-hidden />
              <span>{t(text)}</span>
            </Link>
          </li>
        ))}
        <li>
          <a href={settings.faq_link} target="_blank" rel="noreferrer">
            <IconHelpCircle size={18} aria-hidden />
            <span>{t('nav.faq')}</span>
            <span className="visually-hidden"> ({t('opensNewTab')})</span>
          </a>
        </li>
      </ul>
    </nav>
  )
}
