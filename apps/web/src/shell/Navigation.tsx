import { IconExternalLink, IconHelpCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../shared/settings.ts'
import { LinkCount } from './lazy-tools.ts'
import classes from './navigation.module.css'
import { GROUPS, type NavigationLink } from './navigation.ts'
import { useLinks } from './use-links.ts'

type NavigationProps = {
  /** Called when a link is followed, so that a drawer can close. */
  onFollow?: () => void
  /** Shown above the links. */
  children?: ReactNode
}

/** The links a person may open, in groups. */
export function Navigation({ onFollow, children }: NavigationProps) {
  const { t } = useTranslation()
  const id = useId()
  const settings = useSettings()
  const links = useLinks()
  return (
    <nav aria-label={t('nav.label')} className={classes.navigation}>
      {children}
      {GROUPS.map((group) => (
        <div key={group}>
          <p id={id + group}>{t(group)}</p>
          <ul aria-labelledby={id + group}>
            {links
              .filter((link) => link.group === group)
              .map((link) => (
                <Entry key={link.path} link={link} onFollow={onFollow} />
              ))}
            {group === 'nav.govern' && <FaqLink to={settings.faq_link} onFollow={onFollow} />}
          </ul>
        </div>
      ))}
    </nav>
  )
}

type EntryProps = { link: NavigationLink; onFollow: (() => void) | undefined }

function Entry({ link: { path, text, icon: Icon, count }, onFollow }: EntryProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <li>
      <Link
        to={path}
        activeOptions={{ exact: path === '/' }}
        activeProps={{ 'aria-current': 'page' }}
        {...(count ? { 'aria-describedby': id } : {})}
        {...(onFollow ? { onClick: onFollow } : {})}
      >
        <Icon size={18} aria-hidden />
        <span>{t(text)}</span>
      </Link>
      {count && (
        <Suspense fallback={null}>
          <LinkCount id={id} count={count} />
        </Suspense>
      )}
    </li>
  )
}

/** Leads to the company's wiki, or to the guide if no wiki is set up (FAQ_LINK). */
function FaqLink({ to, onFollow }: { to: string; onFollow: (() => void) | undefined }) {
  const { t } = useTranslation()
  const isExternal = !to.startsWith('/')
  return (
    <li>
      <Link
        to={to}
        {...(isExternal ? { target: '_blank', rel: 'noreferrer' } : {})}
        {...(onFollow ? { onClick: onFollow } : {})}
      >
        <IconHelpCircle size={18} aria-hidden />
        <span>{t('nav.faq')}</span>
        {isExternal && (
          <>
            <IconExternalLink size={14} aria-hidden className={classes.external ?? ''} />
            <span className="visually-hidden"> ({t('opensNewTab')})</span>
          </>
        )}
      </Link>
    </li>
  )
}
