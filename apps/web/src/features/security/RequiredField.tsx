import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'

type RequiredFieldProps = {
  label: string
  value: string
  maxLength: number
  /** What is said beside it once it was left empty; without it the field may stay so. */
  missing: string | undefined
  help?: string | undefined
  isLong?: boolean
  /** The focus starts here. */
  isFirst?: boolean
  onChange: (text: string) => void
}

/** A text that has to be there: the field says so once somebody has been in it (spec 3 §5). */
export function RequiredField(props: RequiredFieldProps) {
  const { label, value, maxLength, missing, help, isLong = false, isFirst = false, onChange } = props
  const [wasLeft, setLeft] = useState(false)
  const field = {
    label,
    value,
    maxLength,
    description: help,
    required: missing !== undefined,
    error: wasLeft && value.trim() === '' ? missing : undefined,
    onBlur: () => setLeft(true),
    ...(isFirst ? { 'data-autofocus': true } : {}),
  }
  if (isLong)
    return <Textarea {...field} rows={5} onChange={(event) => onChange(event.currentTarget.value)} />
  return <TextInput {...field} onChange={(event) => onChange(event.currentTarget.value)} />
}
