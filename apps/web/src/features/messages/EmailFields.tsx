import { NEXT_UPDATE_MAX_DAYS, RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import { findNextUpdateFault } from '@aviary/contract/messages/rules'
import { type InputWrapperProps, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/time/clock.ts'
import { UtcTimeField } from '../../ui/UtcTimeField.tsx'
import { type EmailField, type FormValues, getMadeText, getNextUpdate, isFilled } from './draft.ts'

/** Fields beside each other keep their inputs at the same height, whatever help they have. */
export const HELP_BELOW: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
]

type EmailFieldsProps = {
  /** The values to show: typed ones, and those carried over from the last message. */
  values: FormValues
  /** The texts that somebody typed, by system name. */
  typed: Record<string, string>
  fields: readonly EmailField[]
  onChange: (changes: Partial<FormValues>) => void
}

/** Error text for the promised time of the next update; undefined if the time is valid or the field empty. */
export function useNextUpdateFault(values: Pick<FormValues, 'nextUpdateDue'>): string | undefined {
  const { t } = useTranslation('messages')
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const due = getNextUpdate(values)
  const isFaulty =
    due === undefined ? Boolean(values.nextUpdateDue) : findNextUpdateFault(due, now) !== undefined
  return isFaulty ? t('missing.nextUpdate', { days: NEXT_UPDATE_MAX_DAYS }) : undefined
}

/** The time promised for the next update, and the texts that the mail of the chosen type asks for. */
export function EmailFields({ values, typed, fields, onChange }: EmailFieldsProps) {
  const { t } = useTranslation('messages')
  const [touched, setTouched] = useState<readonly string[]>([])
  const setText = (name: string, text: string | undefined) => {
    const { [name]: _, ...others } = typed
    onChange({ fields: text === undefined ? others : { ...others, [name]: text } })
  }
  const leave = (name: string) => {
    setTouched((before) => [...before, name])
    // An emptied field shows the text made from the promised time again.
    if (typed[name]?.trim() === '' && getMadeText(values, name)) setText(name, undefined)
  }
  return (
    <>
      <UtcTimeField
        label={t('form.nextUpdateDue')}
        value={values.nextUpdateDue ?? ''}
        error={useNextUpdateFault(values)}
        onChange={(nextUpdateDue) => onChange({ nextUpdateDue })}
      />
      {fields.map(({ name, label }) => (
        <TextInput
          key={name}
          label={label}
          inputWrapperOrder={HELP_BELOW}
          description={
            typed[name] === undefined && values.fields[name]
              ? t('form.carriedOver')
              : getMadeText(values, name) && t('form.nextUpdateMade')
          }
          required={values.broadcast === 'Y'}
          value={values.fields[name] ?? getMadeText(values, name)}
          error={
            values.broadcast === 'Y' &&
            touched.includes(name) &&
            !isFilled(values, name) &&
            t('form.fieldRequired', { field: label })
          }
          onBlur={() => leave(name)}
          onChange={(event) => setText(name, event.currentTarget.value)}
        />
      ))}
    </>
  )
}
