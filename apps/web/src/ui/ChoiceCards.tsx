import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './choice-cards.module.css'

type ChoiceCardsProps<Value extends string> = {
  label: string
  description?: ReactNode
  value: Value | ''
  choices: readonly { value: Value; label: string; description: ReactNode }[]
  /** Below each other instead of side by side. */
  isList?: boolean
  /** Takes the focus when its dialog opens. */
  isFirst?: boolean
  /** Why it cannot be changed. */
  disabledReason?: string | undefined
  onChange: (value: Value) => void
}

/** A required choice of a few, each with a line that says what it does. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { value, choices, disabledReason } = props
  return (
    <Radio.Group
      label={props.label}
      description={props.description}
      required
      value={value}
      onChange={(next) => props.onChange(next as Value)} // one of the choices
    >
      <div className={classes.cards} data-list={props.isList}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            {...choice}
            data-autofocus={(props.isFirst && !disabledReason && choice.value === value) || undefined}
            disabled={disabledReason !== undefined}
            title={disabledReason}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
