import type { FieldName, RecordValues } from './record-values.ts'

/** A field that the server refused, and why. */
export type Fault = { path: string; message: string }

export type FormFieldProps = {
  field: FieldName
  values: RecordValues
  isFirst: boolean
  /** Why the server refused this field of the last save. */
  faults: readonly Fault[]
  onChange: (changes: Partial<RecordValues>) => void
}
