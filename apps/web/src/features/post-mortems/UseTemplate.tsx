import { ROOT_CAUSE_TITLES } from '@aviary/contract/incidents/rules'
import { POST_MORTEM_TEXTS } from '@aviary/contract/post-mortems/rules'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listFormat } from '../../shared/formats.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useTemplates } from '../templates/public.ts'
import { type FieldNames, readSections } from './template-sections.ts'
import type { Texts, Values } from './values.ts'

type UseTemplateProps = { values: Values; onChange: (changes: Partial<Values>) => void }
type Field = keyof Texts

/** Fills empty fields from a template for messages about the root cause; what was typed is replaced only when asked. */
export function UseTemplate({ values, onChange }: UseTemplateProps) {
  const { t, i18n } = useTranslation('post-mortem')
  const query = useTemplates()
  const templates = (query.data ?? []).filter(({ message_type }) =>
    ROOT_CAUSE_TITLES.includes(message_type ?? ''),
  )
  const fieldNames = useFieldNames()
  const [applied, setApplied] = useState<{ filled: Field[]; kept: Partial<Texts> }>()
  const list = (fields: readonly Field[]) =>
    listFormat(i18n.language, { type: 'conjunction' }).format(fields.map((name) => t(name)))
  const apply = (pkey: string) => {
    const template = templates.find((candidate) => String(candidate.pkey) === pkey)
    if (!template) return
    const sections = readSections(template.body, fieldNames)
    const fields = POST_MORTEM_TEXTS.filter((name) => sections[name] !== undefined)
    const filled = fields.filter((name) => values[name].trim() === '')
    const pick = (chosen: readonly Field[]) =>
      Object.fromEntries(chosen.map((name) => [name, sections[name]]))
    const kept = fields.filter((name) => !filled.includes(name) && values[name].trim() !== sections[name])
    onChange(pick(filled))
    setApplied({ filled, kept: pick(kept) })
  }
  if (query.error) return <LoadError query={query} failure={t('template')} />
  if (templates.length === 0) return null
  const keptFields = POST_MORTEM_TEXTS.filter((name) => applied?.kept[name] !== undefined)
  return (
    <>
      <NativeSelect
        label={t('template')}
        description={t('template.help')}
        value=""
        data={[
          { value: '', label: t('template.choose') },
          ...templates.map(({ pkey, title }) => ({ value: String(pkey), label: title })),
        ]}
        onChange={(event) => apply(event.currentTarget.value)}
      />
      {applied && (
        <Notice>
          <div role="status">
            {applied.filled.length > 0 && <p>{t('template.filled', { names: list(applied.filled) })}</p>}
            {keptFields.length > 0 && <p>{t('template.kept', { names: list(keptFields) })}</p>}
          </div>
          {keptFields.length > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => {
                onChange(applied.kept)
                setApplied({ filled: [...applied.filled, ...keptFields], kept: {} })
              }}
            >
              {t('template.replace')}
            </Button>
          )}
        </Notice>
      )}
    </>
  )
}

/** The names of the fields in the language of the page, and the English names of the message form. */
function useFieldNames(): FieldNames {
  const { t } = useTranslation('post-mortem')
  const english = (name: Field) => name.replaceAll('_', ' ')
  return Object.fromEntries(
    POST_MORTEM_TEXTS.map((name) => [name, [t(name), english(name)]]),
  ) as unknown as FieldNames
}
