import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Named = { display_name: string; description: string }

type NamedFieldsProps = {
  /** Label of the name field. */
  label: string
  values: Named
  systemName: string
  fault: string | undefined
  onChange: (changes: Partial<Named>) => void
}

/** The name and description of a role or an action. */
export function NamedFields({ label, values, systemName, fault, onChange }: NamedFieldsProps) {
  const { t } = useTranslation('administration')
  return (
    <>
      <TextInput
        label={label}
        description={t('form.systemName', { name: systemName || '…' })}
        required
        maxLength={100}
        value={values.display_name}
        error={fault}
        onChange={(event) => onChange({ display_name: event.currentTarget.value })}
        data-autofocus
      />
      <Textarea
        label={t('field.description')}
        maxLength={1_000}
        value={values.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  )
}
