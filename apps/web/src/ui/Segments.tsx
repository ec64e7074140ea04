import { type ReactNode, useId } from 'react'
import classes from './segments.module.css'

type SegmentsProps<Value extends string> = {
  /** Accessible name of the choice; not displayed. */
  label: string
  value: Value | undefined
  choices: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
}

/** A choice between a few values, side by side in one box. */
export function Segments<Value extends string>({ label, value, choices, onChange }: SegmentsProps<Value>) {
  const name = useId()
  return (
    <div className={classes.segments} role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  )
}
