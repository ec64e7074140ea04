import classes from './ui.module.css'

type FilterBoxProps = {
  label: string
  /** Stands in the empty box where the label has no room. */
  placeholder?: string
  text: string
  onChange: (text: string) => void
}

/** One filter for a whole table, above it. */
export function FilterBox({ label, placeholder = label, text, onChange }: FilterBoxProps) {
  return (
    <input
      type="search"
      className={classes.filterBox}
      aria-label={label}
      placeholder={placeholder}
      title={placeholder === label ? undefined : label}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
