import type { EmailField } from '@aviary/contract/reference/record-schemas'
import { TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../ui/PlainButton.tsx'
import type { Fault, FormFieldProps } from './field-props.ts'
import { movedItem } from './order.ts'
import { systemNameFrom } from './record-values.ts'
import classes from './reference.module.css'
import { Translations } from './Translations.tsx'

const NEW_FIELD: EmailField = { system_name: '', display_name: '', translations: {} }

/** Text fields to fill in for the mails of an alert type, in their order. */
export function EmailFields({ values, faults, onChange }: FormFieldProps) {
  const { t } = useTranslation('reference')
  const [announcement, setAnnouncement] = useState('')
  const fields = values.email_fields
  const write = (email_fields: readonly EmailField[]) => onChange({ email_fields })
  const move = (from: number, to: number) => {
    write(movedItem(fields, from, to))
    const name = fields[from]?.display_name ?? ''
    setAnnouncement(t('order.moved', { name, position: to + 1, count: fields.length }))
  }
  return (
    <fieldset className={classes.group}>
      <legend>{t('field.email_fields')}</legend>
      <p className="muted">{t('help.email_fields')}</p>
      <ol className={classes.emailFields}>
        {fields.map((field, index) => (
          // Fields have no id while they are edited, so their position identifies them.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>
            <OneField
              field={field}
              number={index + 1}
              count={fields.length}
              faults={faults.filter(({ path }) => path.startsWith(`body.record.email_fields.${index}.`))}
              onChange={(changed) => write(fields.with(index, changed))}
              onMove={(step) => move(index, index + step)}
              onRemove={() => write(fields.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <div>
        <PlainButton onClick={() => write([...fields, NEW_FIELD])}>{t('emailField.add')}</PlainButton>
      </div>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </fieldset>
  )
}

type OneFieldProps = {
  field: EmailField
  number: number
  count: number
  faults: readonly Fault[]
  onChange: (field: EmailField) => void
  onMove: (step: 1 | -1) => void
  onRemove: () => void
}

function OneField({ field, number, count, faults, onChange, onMove, onRemove }: OneFieldProps) {
  const { t } = useTranslation('reference')
  const name = field.display_name || String(number)
  const fault = (of: string) => faults.find(({ path }) => path.endsWith(`.${of}`))?.message
  /** The system name of a field follows its label until a person types the system name. */
  const rename = (display_name: string) => {
    const follows = field.system_name === systemNameFrom(field.display_name)
    onChange({
      ...field,
      display_name,
      ...(follows ? { system_name: systemNameFrom(display_name) } : {}),
    })
  }
  return (
    <>
      <div className={classes.emailField}>
        <TextInput
          label={t('emailField.name', { number })}
          required
          maxLength={100}
          value={field.display_name}
          error={fault('display_name')}
          onChange={(event) => rename(event.currentTarget.value)}
        />
        <TextInput
          label={t('emailField.systemName', { number })}
          required
          maxLength={100}
          value={field.system_name}
          error={fault('system_name')}
          onChange={(event) => onChange({ ...field, system_name: event.currentTarget.value })}
        />
        <span className={classes.tools}>
          <button
            type="button"
            aria-label={t('order.up', { name })}
            disabled={number === 1}
            onClick={() => onMove(-1)}
          >
            <IconArrowUp size={16} aria-hidden />
          </button>
          <button
            type="button"
            aria-label={t('order.down', { name })}
            disabled={number === count}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </button>
          <button type="button" aria-label={t('emailField.remove', { name })} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </button>
        </span>
      </div>
      <Translations
        label={name}
        texts={field.translations}
        faults={faults.filter(({ path }) => path.includes('.translations.'))}
        onChange={(translations) => onChange({ ...field, translations })}
      />
    </>
  )
}
