import { IconAlertTriangle, IconCalendarEvent, IconHistory, IconMenu2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { setDrawerOpen, useDrawerOpen } from './drawer-state.ts'
import classes from './phone-bar.module.css'

const LINKS = [
  { path: '/', text: 'phoneBar.incidents', icon: IconAlertTriangle },
  { path: '/maintenance_event/', text: 'phoneBar.maintenance', icon: IconCalendarEvent },
  { path: '/history', text: 'phoneBar.history', icon: IconHistory },
] as const

/** The bottom bar of phones: three pages that everybody may open, and a button for all others. */
export function PhoneBar() {
  const { t } = useTranslation()
  const isOpen = useDrawerOpen()
  return (
    <nav aria-label={t('phoneBar.label')} className={classes.bar}>
      {LINKS.map(({ path, text, icon: Icon }) => (
        <Link
          key={path}
          to={path}
          activeOptions={{ exact: path === '/' }}
          activeProps={{ 'aria-current': 'page' }}
        >
          <Icon size={20} aria-hidden />
          <span data-word={t(text)}>{t(text)}</span>
        </Link>
      ))}
      <button type="button" aria-expanded={isOpen} onClick={() => setDrawerOpen(true)}>
        <IconMenu2 size={20} aria-hidden />
        <span>{t('phoneBar.more')}</span>
      </button>
    </nav>
  )
}
