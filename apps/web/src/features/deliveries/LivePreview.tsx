import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MailsByLanguage } from './MailsByLanguage.tsx'
import classes from './write-or-preview.module.css'

type LivePreviewProps = {
  preview: Omit<ComponentProps<typeof MailsByLanguage>['preview'], 'fallback_locales'> | undefined
  error: Error | null
  /** Text shown while there is no preview. */
  none: ReactNode
}

/**
 * The mails of a form's draft, beside the form, in the languages that have a text. Other languages are
 * translated only for the confirmation.
 */
export function LivePreview({ preview, error, none }: LivePreviewProps) {
  const { t } = useTranslation('deliveries')
  return (
    <aside className={classes.preview} aria-label={t('live.title')}>
      {preview ? (
        <MailsByLanguage preview={{ ...preview, fallback_locales: [] }} />
      ) : (
        <p className="muted">{none}</p>
      )}
      {error && (
        <p className="muted" role="status">
          {t('live.outdated')}
        </p>
      )}
    </aside>
  )
}
