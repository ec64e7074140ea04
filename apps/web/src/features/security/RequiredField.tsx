import { Autocomplete, type ComboboxItem, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'

type RequiredFieldProps = {
  label: string
  value: string
  maxLength: number
  /** Error of an empty field, shown once the field has lost the focus; undefined if the field is optional. */
  missing: string | undefined
  help?: string | undefined
  isLong?: boolean
  /** Texts to choose from; any other text can be typed. */
  suggestions?: readonly string[]
  /** Whether the dialog focuses this field first. */
  isFirst?: boolean
  onChange: (text: string) => void
}

/** A text field that reports an empty value as an error once it has lost the focus (spec 3 §5). */
export function RequiredField(props: RequiredFieldProps) {
  const {
    label,
    value,
    maxLength,
    missing,
    help,
    isLong = false,
    isFirst = false,
    suggestions,
    onChange,
  } = props
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
  if (suggestions)
    return (
      <Autocomplete
        {...field}
        data={suggestions}
        filter={({ options, search }) => matching(options as ComboboxItem[], search)}
        comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
        onChange={onChange}
      />
    )
  if (isLong)
    return <Textarea {...field} rows={5} onChange={(event) => onChange(event.currentTarget.value)} />
  return <TextInput {...field} onChange={(event) => onChange(event.currentTarget.value)} />
}

/** All suggestions while the field is empty or holds one of them, so that another one can be chosen. */
function matching(options: ComboboxItem[], typed: string): ComboboxItem[] {
  const text = typed.trim().toLowerCase()
  const labels = options.map(({ label }) => label.toLowerCase())
  return labels.includes(text) ? options : options.filter((_, index) => labels[index]?.includes(text))
}
