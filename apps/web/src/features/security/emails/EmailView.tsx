import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../../shared/settings.ts'
import { MailView } from '../../../ui/MailView.tsx'
import { scrolledByKeyboard } from '../../../ui/scrolled-by-keyboard.ts'
import classes from './emails.module.css'
import { mailHtml } from './mail-look.ts'

/** A security mail as mail programs show it. */
export function EmailView({ subject, body }: { subject: string; body: string }) {
  const { t } = useTranslation('security-emails')
  const { provider_name: providerName } = useSettings()
  // A subject without text becomes a dash, because screen readers would announce an empty heading.
  const heading = subject.trim() === '' ? '—' : subject
  const html = useMemo(
    () => mailHtml({ subject: heading, body, providerName }),
    [heading, body, providerName],
  )
  return (
    <div>
      {/* Scrolls sideways, because mail tables are 468 pixels wide, more than a narrow window. */}
      <div className={classes.mail} {...scrolledByKeyboard(t('preview.mail'))}>
        <MailView html={html} label={t('preview.mail')} lang={FALLBACK_LOCALE} />
      </div>
      <p className="muted">{t('preview.foot')}</p>
    </div>
  )
}
