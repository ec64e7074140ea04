import { useMemo } from 'react'
import { sanitizeBody } from '../shared/sanitize.ts'
import classes from './message-body.module.css'
import { scrolledByKeyboard } from './scrolled-by-keyboard.ts'

type MessageBodyProps = {
  html: string
  lang: string
  /** What a wide table is scrolled as, for whoever comes by keyboard. */
  label: string
  className?: string | undefined
}

/** The body of a message or notification, sanitized. A table that is wider than the page scrolls within the body. */
export function MessageBody({ html, lang, label, className }: MessageBodyProps) {
  const clean = useMemo(() => sanitizeBody(html), [html])
  const scrolls = clean.includes('<table') ? scrolledByKeyboard(label) : {}
  return (
    <div
      lang={lang}
      className={className === undefined ? classes.body : `${classes.body} ${className}`}
      {...scrolls}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above and on the server
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}
