import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'

type RequiredFieldProps = {
  label: string
  value: string
  maxLength: number
  /** Fault of the empty field, shown once it lost the focus; without it the field is optional. */
  missing: string | undefined
  help?: string | undefined
  isLong?: boolean
  /** The dialog focuses this field first. */
  isFirst?: boolean
  onChange: (text: string) => void
}

/** A text field that says once it lost the focus that it is required (spec 3 §5). */
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
