import { useEffect, useRef } from 'react'
import { sanitizeMail } from '../shared/sanitize.ts'
import classes from './ui.module.css'

/**
 * A mail as its recipients see it, in a shadow tree that separates its styles from the page's. Inline styles
 * are set by script, because the content security policy refuses style attributes.
 */
export function MailView({ html, label, lang }: { html: string; label: string; lang?: string }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const parsed = new DOMParser().parseFromString(sanitizeMail(html), 'text/html')
    const styles = [...parsed.body.querySelectorAll<HTMLElement>('[style]')].map((element) => {
      const text = element.getAttribute('style') ?? ''
      element.removeAttribute('style')
      return [element, text] as const
    })
    for (const link of parsed.body.querySelectorAll('a')) link.removeAttribute('href')
    root.replaceChildren(...parsed.body.childNodes)
    for (const [element, text] of styles) element.style.cssText = text
  }, [html])
  return <div ref={host} className={classes.mail} role="document" aria-label={label} lang={lang} />
}
