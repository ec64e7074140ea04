import { useKeyOf } from '../shared/single-keys.ts'
import classes from './ui.module.css'

type FilterBoxProps = {
  label: string
  /** Text in the empty box; the label by default. If they differ, the label is the tooltip. */
  placeholder?: string
  text: string
  onChange: (text: string) => void
}

/** Text filter above a table or a list; the parent applies it. */
export function FilterBox({ label, placeholder = label, text, onChange }: FilterBoxProps) {
  return (
    <input
      type="search"
      {...useKeyOf('/')}
      className={classes.filterBox}
      aria-label={label}
      placeholder={placeholder}
      title={placeholder === label ? undefined : label}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
