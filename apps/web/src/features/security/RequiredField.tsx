import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'

type RequiredFieldProps = {
  label: string
  value: string
  maxLength: number
  /** Error of an empty field, shown once the field has lost the focus; undefined if the field is optional. */
  missing: string | undefined
  help?: string | undefined
  isLong?: boolean
  /** Whether the dialog focuses this field first. */
  isFirst?: boolean
  onChange: (text: string) => void
}

/** A text field that reports an empty value as an error once it has lost the focus (spec 3 §5). */
export function RequiredField(props: RequiredFieldProps) {
  const { label, value, maxLength, missing, help, isLong = false, isFirst = false, onChange } = props
  const [wasBlurred, setBlurred] = useState(false)
  const field = {
    label,
    value,
    maxLength,
    description: help,
    required: missing !== undefined,
    error: wasBlurred && value.trim() === '' ? missing : undefined,
    onBlur: () => setBlurred(true),
    ...(isFirst ? { 'data-autofocus': true } : {}),
  }
  if (isLong)
    return <Textarea {...field} rows={5} onChange={(event) => onChange(event.currentTarget.value)} />
  return <TextInput {...field} onChange={(event) => onChange(event.currentTarget.value)} />
}
