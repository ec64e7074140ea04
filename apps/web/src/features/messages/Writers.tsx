import { useTranslation } from 'react-i18next'
import { listFormat } from '../../shared/formats.ts'
import classes from './messages.module.css'

/** Names the others who write a message on the incident now, by e-mail address. */
export function Writers({ emails }: { emails: readonly string[] }) {
  const { t, i18n } = useTranslation('messages')
  return (
    <p className={classes.writers} role="status">
      {emails.length > 0 && t('writers', { who: listFormat(i18n.language).format(emails) })}
    </p>
  )
}
