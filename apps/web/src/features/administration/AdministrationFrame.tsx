import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { openPanel } from './open-panel.ts'
import classes from './sections.module.css'
import { useSections } from './use-sections.ts'

type AdministrationFrameProps = {
  /** Key of the open section; by default the panel that the URL hash names, else the first panel. */
  current?: string
  children: ReactNode
}

/** An administration page beside the list of all sections, which is a row of chips in narrow windows. */
export function AdministrationFrame({ current, children }: AdministrationFrameProps) {
  const { t } = useTranslation('administration')
  const groups = useSections()
  const list = useRef<HTMLElement>(null)
  const addressed = useLocation({ select: ({ hash }) => hash })
  const panels = groups.flat().filter(({ hash }) => hash !== undefined)
  const isPanel = current === undefined && panels.some(({ hash }) => hash === addressed)
  const open = current ?? (panels.find(({ hash }) => hash === addressed) ?? panels[0])?.key
  useEffect(() => {
    // Not every hash names a panel: the skip link sets the hash to the id of the page's content.
    if (isPanel) openPanel(addressed)
  }, [addressed, isPanel])
  useEffect(() => {
    // With the next frame, which lays out the page anyway; here it would be laid out in the task that rendered it.
    const frame = requestAnimationFrame(() => {
      const link = open && list.current?.querySelector<HTMLElement>('[aria-current]')
      // Not `scrollIntoView`, which would scroll the page as well.
      if (link && list.current) list.current.scrollLeft = link.offsetLeft - list.current.clientWidth / 3
    })
    return () => cancelAnimationFrame(frame)
  }, [open])
  return (
    <div className={classes.page}>
      <nav ref={list} aria-label={t('sections')} className={classes.sections}>
        {groups.map((sections) => (
          <ul key={sections[0]?.key}>
            {sections.map(({ key, text, path, hash }) => (
              <li key={key}>
                <Link
                  to={path as '/'}
                  hash={hash ?? ''}
                  // A jump between panels of one page keeps the filters of the page's lists.
                  search={(hash !== undefined && current === undefined) as never}
                  hashScrollIntoView={false}
                  activeOptions={{ exact: true, includeHash: true }}
                  aria-current={key === open ? 'page' : undefined}
                  // A link to the current hash changes no URL, so the effect does not open the panel.
                  onClick={() => hash && hash === addressed && openPanel(hash)}
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className={classes.content}>{children}</div>
    </div>
  )
}
