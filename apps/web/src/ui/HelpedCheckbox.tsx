import { Checkbox } from '@mantine/core'

type HelpedCheckboxProps = {
  label: string
  /** What a tick means; shown below the label. */
  help: string
  /** Why it cannot be ticked; shown below the help. */
  disabledReason?: string | undefined
  checked: boolean
  onChange: (isChecked: boolean) => void
}

export const HelpedCheckbox = ({ label, help, disabledReason, checked, onChange }: HelpedCheckboxProps) => (
  <Checkbox
    label={label}
    description={
      disabledReason === undefined ? (
        help
      ) : (
        <>
          {help}
          <br />
          {disabledReason}
        </>
      )
    }
    disabled={disabledReason !== undefined}
    checked={checked}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)
