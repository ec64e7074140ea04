import { PRIORITY_TYPES, type PriorityType } from '@aviary/contract/rules'
import { Checkbox, Radio, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AliasesField } from './AliasesField.tsx'
import { EmailFields } from './EmailFields.tsx'
import type { FormFieldProps } from './field-props.ts'
import classes from './reference.module.css'
import { Translations } from './Translations.tsx'
import { inHours } from './use-columns.tsx'

/** One field of the record form, with the faults that the server found in it. */
export function FormField(props: FormFieldProps) {
  const { t } = useTranslation('reference')
  const { field, values, faults, onChange } = props
  switch (field) {
    case 'is_active':
    case 'is_on_status_page':
      return (
        <Checkbox
          label={t(`field.${field}`)}
          description={t(`help.${field}`)}
          checked={values[field]}
          error={faults[0]?.message}
          onChange={(event) => onChange({ [field]: event.currentTarget.checked })}
        />
      )
    case 'priority_type':
      return (
        <Radio.Group
          label={t('field.priority_type')}
          description={t('help.priority_type')}
          value={values.priority_type}
          error={faults[0]?.message}
          onChange={(value) => onChange({ priority_type: value as PriorityType })}
        >
          <div className={classes.choices}>
            {PRIORITY_TYPES.map((value) => (
              <Radio key={value} value={value} label={value} />
            ))}
          </div>
        </Radio.Group>
      )
    case 'aliases':
      return <AliasesField {...props} />
    case 'translations':
      return (
        <Translations
          label={t('field.translations')}
          texts={values.translations}
          faults={faults}
          onChange={(translations) => onChange({ translations })}
        />
      )
    case 'email_fields':
      return <EmailFields {...props} />
    default:
      return <TextField {...props} field={field} />
  }
}

type TextName = 'name' | 'short_name' | 'key' | 'description' | 'sla_minutes'
const LONGEST: Record<TextName, number> = {
  name: 100,
  short_name: 30,
  key: 100,
  description: 300,
  sla_minutes: 6,
}

function TextField({ field, values, isFirst, faults, onChange }: FormFieldProps & { field: TextName }) {
  const { t, i18n } = useTranslation('reference')
  const minutes = Number(values.sla_minutes)
  const reading = minutes > 0 ? inHours(minutes, i18n.language) : ''
  const help = {
    name: undefined,
    short_name: t('help.short_name'),
    key: t('help.key'),
    description: undefined,
    sla_minutes: reading,
  }
  return (
    <TextInput
      label={t(`field.${field}`)}
      description={help[field]}
      required={field === 'name' || field === 'sla_minutes'}
      maxLength={LONGEST[field]}
      inputMode={field === 'sla_minutes' ? 'numeric' : undefined}
      value={values[field]}
      error={faults.map(({ message }) => message).join(' ') || undefined}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
      data-autofocus={isFirst || undefined}
    />
  )
}
