import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { JAPANESE } from '@aviary/contract/messages/body'
import { Button, Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguageName } from '../../shared/names.ts'
import { localesQuery } from '../../shared/settings.ts'
import { BodyField } from '../../ui/body/BodyField.tsx'
import { isWithoutText } from './draft.ts'

type OtherBodiesProps = {
  /** Texts by language. */
  values: Record<string, string>
  /** Languages whose field is open from the start. */
  expected: readonly string[]
  onChange: (values: Record<string, string>) => void
}

/** Optional bodies in languages other than English. A field is hidden until it is requested, expected or filled. */
export function OtherBodies({ values, expected, onChange }: OtherBodiesProps) {
  const { t } = useTranslation('messages')
  const locales = (useQuery(localesQuery).data ?? []).filter(
    ({ system_key }) => system_key !== FALLBACK_LOCALE,
  )
  // Once open, a field stays open, so that emptying it does not hide it while typing.
  const [requested, setRequested] = useState<readonly string[]>(() => Object.keys(values))
  const known = locales.map(({ system_key }) => system_key)
  // A text in the draft is shown even if its language is not offered, or the languages are not loaded yet.
  const filled = Object.keys(values).filter((locale) => values[locale])
  const opened = [...new Set([...known, ...filled])].filter(
    (locale) => filled.includes(locale) || requested.includes(locale) || expected.includes(locale),
  )
  const closed = locales.filter(({ system_key }) => !opened.includes(system_key))
  const others = closed.filter(({ system_key }) => system_key !== JAPANESE)
  const request = (locale: string) => setRequested([...requested, locale])
  return (
    <>
      {opened.map((locale) => (
        <OtherBody
          key={locale}
          locale={locale}
          value={values[locale] ?? ''}
          takesFocus={requested.at(-1) === locale && !values[locale]}
          onChange={(text) => {
            if (!requested.includes(locale)) request(locale)
            onChange({ ...values, [locale]: text })
          }}
        />
      ))}
      {closed.length > 0 && (
        <Group gap={8} align="end">
          {closed.length > others.length && (
            <Button variant="default" onClick={() => request(JAPANESE)}>
              {t('form.addBodyJa')}
            </Button>
          )}
          {others.length > 0 && (
            <NativeSelect
              label={t('form.addBody')}
              value=""
              onChange={(event) => request(event.currentTarget.value)}
              data={[
                { value: '', label: t('form.chooseLanguage') },
                ...others.map(({ system_key, display_name }) => ({ value: system_key, label: display_name })),
              ]}
            />
          )}
        </Group>
      )}
    </>
  )
}

type OtherBodyProps = {
  locale: string
  value: string
  takesFocus: boolean
  onChange: (text: string) => void
}

function OtherBody({ locale, value, takesFocus, onChange }: OtherBodyProps) {
  const [isTouched, setTouched] = useState(false)
  const words = useBodyWords()(locale)
  return (
    <BodyField
      takesFocus={takesFocus}
      lang={locale}
      label={words.label}
      description={words.help}
      rows={6}
      value={value}
      error={isTouched && isWithoutText(value) && words.fault}
      onBlur={() => setTouched(true)}
      onChange={onChange}
    />
  )
}

/** Texts about the body field of one language; for Japanese, the texts of the specification (spec 2 §9). */
export function useBodyWords() {
  const { t } = useTranslation('messages')
  const nameOf = useLanguageName()
  return (locale: string) => {
    const language = nameOf(locale)
    if (locale === JAPANESE)
      return { label: t('form.bodyJa'), help: t('form.bodyJaHelp'), fault: t('missing.bodyJa') }
    return {
      label: t('form.bodyIn', { language }),
      help: t('form.bodyInHelp', { language }),
      fault: t('missing.bodyIn', { language }),
    }
  }
}
