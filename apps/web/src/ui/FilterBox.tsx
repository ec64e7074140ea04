import classes from './ui.module.css'

type FilterBoxProps = { label: string; text: string; onChange: (text: string) => void }

/** One filter for a whole table, above it. */
export function FilterBox({ label, text, onChange }: FilterBoxProps) {
  return (
    <input
      type="search"
      className={classes.filterBox}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
