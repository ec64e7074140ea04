import type { MessagePreview } from '@aviary/contract/messages/endpoints'
import { useTranslation } from 'react-i18next'
import { MailsByLanguage } from '../deliveries/public.ts'
import classes from './messages.module.css'

type LivePreviewProps = { preview: MessagePreview | undefined; error: Error | null }

/**
 * The mail of a draft beside its form, as its readers will get it, in the languages that have a text. Which others are
 * translated is known in the confirmation.
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
