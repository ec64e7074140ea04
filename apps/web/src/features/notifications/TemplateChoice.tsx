import type { Template } from '@aviary/contract/templates/endpoints'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { takeTemplate } from '../messages/public.ts'
import type { FormValues } from './notification-form.ts'

type TemplateChoiceProps = {
  values: FormValues
  onChange: (changes: Partial<FormValues>) => void
  templates: readonly Template[]
}

const groupOf = (group: string, items: { value: string; label: string }[] = []) =>
  items.length > 0 ? [{ group, items }] : []

/** A template takes the place of the body; those for the chosen type come first. */
export function TemplateChoice({ values, onChange, templates }: TemplateChoiceProps) {
  const { t } = useTranslation('notifications')
  const [ours, others] = [true, false].map((isOurs) =>
    templates
      .filter((one) => (one.notification_type === values.type) === isOurs)
      .map(({ pkey, title }) => ({ value: String(pkey), label: title })),
  )
  return (
    <NativeSelect
      label={t('form.template')}
      description={values.typedBody !== '' && t('form.typedKept')}
      value={values.template}
      onChange={(event) => onChange(takeTemplate(values, event.currentTarget.value, templates))}
      data={[
        { value: '', label: t('form.noTemplate') },
        ...groupOf(t('form.templatesOfType'), ours),
        ...groupOf(t('form.templatesOther'), others),
      ]}
    />
  )
}
