import type { MessagePreview } from '@aviary/contract/messages/endpoints'
import { useTranslation } from 'react-i18next'
import { MailsByLanguage } from '../deliveries/public.ts'
import classes from './messages.module.css'

type LivePreviewProps = { preview: MessagePreview | undefined; error: Error | null }

/**
 * The mails of a draft beside its form, as readers will get them, in the languages that have a text. Other
 * languages are translated only for the confirmation.
 */
export function LivePreview({ preview, error }: LivePreviewProps) {
  const { t } = useTranslation('messages')
  return (
    <aside className={classes.preview} aria-label={t('preview.title')}>
      {preview ? (
        <MailsByLanguage preview={{ ...preview, fallback_locales: [] }} />
      ) : (
        <p className="muted">{t('preview.none')}</p>
      )}
      {error && (
        <p className="muted" role="status">
          {t('preview.outdated')}
        </p>
      )}
    </aside>
  )
}
