import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './choice-cards.module.css'

type Choice<Value extends string> = {
  value: Value
  label: string
  description: ReactNode
  /** Why this card cannot be chosen; shown below the description. */
  disabledReason?: string | undefined
}

type ChoiceCardsProps<Value extends string> = {
  label: string
  description?: ReactNode
  value: Value | ''
  choices: readonly Choice<Value>[]
  /** Stacks the choices instead of placing them side by side. */
  isList?: boolean
  /** Whether the chosen card takes the focus when the surrounding dialog opens. */
  isFirst?: boolean
  /** Why the choice cannot be changed. */
  disabledReason?: string | undefined
  onChange: (value: Value) => void
}

/** Radio buttons shown as cards, each with a description; a choice is required. */
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
        {choices.map(({ disabledReason: barred, description, ...choice }) => (
          <Radio
            key={choice.value}
            {...choice}
            description={barred ? <Barred description={description} reason={barred} /> : description}
            data-autofocus={(props.isFirst && !disabledReason && choice.value === value) || undefined}
            disabled={(disabledReason ?? barred) !== undefined}
            title={disabledReason ?? barred}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

const Barred = ({ description, reason }: { description: ReactNode; reason: string }) => (
  <>
    {description}
    <br />
    {reason}
  </>
)
