import { TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../ui/PlainButton.tsx'
import type { FormFieldProps } from './field-props.ts'
import { hasAlias } from './record-values.ts'
import classes from './reference.module.css'

/**
 * Words that senders use for a record: a list with a field that adds to it. A word still in the field is saved too.
 */
export function AliasesField({ values, faults, onChange }: FormFieldProps) {
  const { t } = useTranslation('reference')
  const { aliases, typed_alias: typed } = values
  const input = useRef<HTMLInputElement>(null)
  const helpId = useId()
  const [announcement, setAnnouncement] = useState('')
  const isTwice = typed.trim() !== '' && hasAlias(aliases, typed)
  const add = () => {
    const alias = typed.trim()
    if (alias === '' || isTwice) return
    onChange({ aliases: [...aliases, alias], typed_alias: '' })
    setAnnouncement(t('aliases.added', { alias }))
  }
  const remove = (alias: string) => {
    onChange({ aliases: aliases.filter((other) => other !== alias) })
    setAnnouncement(t('aliases.removed', { alias }))
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Ignores a key that ends the composition of a word, because it belongs to the input method.
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== ',')) return
    event.preventDefault()
    add()
  }
  const refused = faults.map(({ message }) => message).join(' ')
  return (
    <fieldset className={classes.group} aria-describedby={helpId}>
      <legend>{t('field.aliases')}</legend>
      <p id={helpId} className="muted">
        {t('help.aliases')}
      </p>
      {aliases.length > 0 && (
        <ul className={classes.tags}>
          {aliases.map((alias) => (
            <li key={alias}>
              <button type="button" aria-label={t('aliases.remove', { alias })} onClick={() => remove(alias)}>
                {alias}
                <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.adding}>
        <TextInput
          ref={input}
          label={t('aliases.new')}
          maxLength={100}
          value={typed}
          error={isTwice ? t('aliases.twice', { alias: typed.trim() }) : refused || undefined}
          onChange={(event) => onChange({ typed_alias: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <PlainButton onClick={add}>{t('aliases.add')}</PlainButton>
      </div>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </fieldset>
  )
}
