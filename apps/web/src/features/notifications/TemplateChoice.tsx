import type { Template } from '@aviary/contract/templates/endpoints'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { applyTemplate } from '../messages/public.ts'
import type { FormValues } from './notification-form.ts'

type TemplateChoiceProps = {
  values: FormValues
  onChange: (changes: Partial<FormValues>) => void
  templates: readonly Template[]
}

const toGroup = (group: string, items: { value: string; label: string }[] = []) =>
  items.length > 0 ? [{ group, items }] : []

/** A template replaces the body; templates for the chosen type come first. */
export function TemplateChoice({ values, onChange, templates }: TemplateChoiceProps) {
  const { t } = useTranslation('notifications')
  const [matching, remaining] = [true, false].map((isMatching) =>
    templates
      .filter((template) => (template.notification_type === values.type) === isMatching)
      .map(({ pkey, title }) => ({ value: String(pkey), label: title })),
  )
  return (
    <NativeSelect
      label={t('form.template')}
      description={values.typedBody !== '' && t('form.typedKept')}
      value={values.template}
      onChange={(event) => onChange(applyTemplate(values, event.currentTarget.value, templates))}
      data={[
        { value: '', label: t('form.noTemplate') },
        ...toGroup(t('form.templatesOfType'), matching),
        ...toGroup(t('form.templatesOther'), remaining),
      ]}
    />
  )
}
