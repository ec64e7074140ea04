import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import classes from './guide.module.css'

/** A page of the guide. Links to guide pages open inside the app; the section in the URL gets the focus. */
export function GuideArticle({ title, html }: { title: string; html: string }) {
  const article = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const { hash } = useLocation()

  useEffect(() => showSection(hash), [hash])

  useEffect(() => {
    const shown = article.current
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a')
      if (!link || !opensHere(event, link)) return
      event.preventDefault()
      const section = link.hash.slice(1)
      void navigate({ to: link.pathname, hash: section })
      if (link.pathname === window.location.pathname) showSection(section)
    }
    shown?.addEventListener('click', onClick)
    return () => shown?.removeEventListener('click', onClick)
  }, [navigate])

  return (
    <article ref={article} lang="en" className={classes.article}>
      <h1>{title}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own Markdown by the build, which refuses HTML in it */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  )
}

/** Whether a click opens a guide page in this tab. The browser handles all other clicks. */
const opensHere = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  /^\/guide(\/|$)/.test(link.pathname) &&
  link.origin === window.location.origin &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/**
 * Scrolls to a section's heading and focuses it. The browser cannot: the page loads after the URL changes.
 */
function showSection(id: string): void {
  const heading = id === '' ? null : document.getElementById(id)
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}
