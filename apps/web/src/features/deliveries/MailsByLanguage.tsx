import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguageName } from '../../shared/names.ts'
import { MailView } from '../../ui/MailView.tsx'
import classes from './deliveries.module.css'

type MailsByLanguageProps = {
  preview: {
    mails: readonly { locale: string; subject: string; html: string }[]
    /** Languages without a text, whose readers get the English text. */
    fallback_locales: readonly string[]
  }
}

/** The mail of a broadcast as readers will get it, in a selectable language. */
export function MailsByLanguage({ preview }: MailsByLanguageProps) {
  const { t } = useTranslation('deliveries')
  const language = useLanguageName()
  const [locale, setLocale] = useState('en')
  const mail = preview.mails.find((mail) => mail.locale === locale) ?? preview.mails[0]
  if (!mail) return null
  return (
    <section className={classes.mails} aria-label={t('preview.mail')}>
      <NativeSelect
        label={t('preview.mail')}
        value={mail.locale}
        onChange={(event) => setLocale(event.currentTarget.value)}
        data={preview.mails.map((mail) => ({ value: mail.locale, label: language(mail.locale) }))}
      />
      {preview.fallback_locales.length > 0 && (
        <p className="muted">
          {t('preview.fallback', { languages: preview.fallback_locales.map(language).join(', ') })}
        </p>
      )}
      <p>
        {t('preview.subject')} <strong>{mail.subject}</strong>
      </p>
      <MailView html={mail.html} label={t('preview.mail')} lang={mail.locale} />
    </section>
  )
}
