import { Checkbox } from '@mantine/core'

type HelpedCheckboxProps = {
  label: string
  /** What a tick means; shown below the label. */
  help: string
  /** Why it cannot be ticked or is without effect; shown below the help. */
  reason?: string | undefined
  isDisabled?: boolean
  checked: boolean
  onChange: (isChecked: boolean) => void
}

export const HelpedCheckbox = ({
  label,
  help,
  reason,
  isDisabled = false,
  checked,
  onChange,
}: HelpedCheckboxProps) => (
  <Checkbox
    label={label}
    description={
      reason === undefined ? (
        help
      ) : (
        <>
          {help}
          <br />
          {reason}
        </>
      )
    }
    disabled={isDisabled}
    checked={checked}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)
