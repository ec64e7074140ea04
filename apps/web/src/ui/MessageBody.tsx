import { useMemo } from 'react'
import { sanitizeBody } from '../shared/sanitize.ts'
import classes from './message-body.module.css'
import { scrolledByKeyboard } from './scrolled-by-keyboard.ts'

type MessageBodyProps = {
  html: string
  lang: string
  /** Name of the scrollable area, for screen readers. */
  label: string
  className?: string | undefined
}

/** Sanitized body of a message or notification; wide tables scroll within it. */
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
