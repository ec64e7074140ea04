import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import classes from './guide.module.css'

/** HTML of a page. Its links to other pages open them in the app; the section of the address gets the focus. */
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

/** Whether a click is a plain one on a link to the guide: others open tabs or leave the app. */
const opensHere = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  /^\/guide(\/|$)/.test(link.pathname) &&
  link.origin === window.location.origin &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** Does what a browser does for an address with a section; the page comes later than the address here. */
function showSection(id: string): void {
  const heading = id === '' ? null : document.getElementById(id)
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}
