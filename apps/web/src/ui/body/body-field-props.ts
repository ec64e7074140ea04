import type { ReactNode } from 'react'

export type BodyFieldProps = {
  /** Plain text or HTML; `bodyFromText` turns either into a body. */
  value: string
  lang: string
  label: string
  description?: string
  /** Replaces `description` while the plain text field is shown. */
  textHelp?: string
  error?: ReactNode
  required?: boolean
  rows: number
  /** Takes the focus when this becomes true. */
  takesFocus?: boolean
  onBlur?: () => void
  onChange: (value: string) => void
}
