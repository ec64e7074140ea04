import { Checkbox } from '@mantine/core'
import classes from './ui.module.css'

type HelpedCheckboxProps = {
  label: string
  /** What a tick means; shown below the label. */
  help: string
  checked: boolean
  onChange: (isChecked: boolean) => void
}

export const HelpedCheckbox = ({ label, help, checked, onChange }: HelpedCheckboxProps) => (
  <Checkbox
    label={label}
    description={help}
    classNames={{ description: classes.checkboxHelp ?? '' }}
    checked={checked}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)
