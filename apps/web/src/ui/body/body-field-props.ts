import type { ReactNode } from 'react'

export type BodyFieldProps = {
  /** Typed text, or a body in HTML; `bodyFromText` makes a body of both. */
  value: string
  lang: string
  label: string
  description?: string
  /** What can be typed as text. */
  textHelp?: string
  error?: ReactNode
  required?: boolean
  rows: number
  /** Takes the focus when this becomes true. */
  takesFocus?: boolean
  onBlur?: () => void
  onChange: (value: string) => void
}
