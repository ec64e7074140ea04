import { Checkbox } from '@mantine/core'

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
    checked={checked}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)
