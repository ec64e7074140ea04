import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../ui/Loaded.tsx'
import type { Fault } from './field-props.ts'
import classes from './reference.module.css'
import { useReferenceRecords } from './use-reference.ts'

type TranslationsProps = {
  label: string
  texts: Readonly<Record<string, string>>
  faults: readonly Fault[]
  onChange: (texts: Record<string, string>) => void
}

/** Collapsed fields for a text in the languages other than English; the English text has its own field. */
export function Translations({ label, texts, faults, onChange }: TranslationsProps) {
  const { t } = useTranslation('reference')
  const locales = useReferenceRecords('locale')
  const filled = Object.values(texts).filter((text) => text.trim() !== '').length
  return (
    <details className={classes.fold} open={faults.length > 0 || undefined}>
      <summary>{t('translations.fold', { label, filled })}</summary>
      <p className="muted">{t('help.translations')}</p>
      <Loaded query={locales} failure={t('list.error')} loading={t('list.loading')} rows={2}>
        {(records) => (
          <div className={classes.languages}>
            {records
              .filter(({ key }) => key !== FALLBACK_LOCALE)
              .map(({ key, name }) => (
                <TextInput
                  key={key}
                  label={t('translations.in', { label, language: name })}
                  lang={key}
                  maxLength={100}
                  value={texts[key] ?? ''}
                  error={faults.find(({ path }) => path.endsWith(`.${key}`))?.message}
                  onChange={(event) => onChange({ ...texts, [key]: event.currentTarget.value })}
                />
              ))}
          </div>
        )}
      </Loaded>
    </details>
  )
}
