import type { ChosenSubscriptions, SubscriptionOptions } from '@aviary/contract/subscriptions/endpoints'
import { type Category, chosenOf, selectWhere, withChosen } from '@aviary/contract/subscriptions/rules'
import { useTranslation } from 'react-i18next'
import { OptionBoxes } from '../subscriptions/public.ts'
import { isNothingChosen } from './channel-values.ts'
import classes from './channels.module.css'

type ChannelChoicesProps = {
  options: SubscriptionOptions
  chosen: ChosenSubscriptions
  incomplete: readonly Category[]
  onChange: (chosen: ChosenSubscriptions) => void
}

/** What a channel hears about, by the same boxes as a person's subscriptions. */
export function ChannelChoices({ options, chosen, incomplete, onChange }: ChannelChoicesProps) {
  const { t } = useTranslation('channels')
  const ticked = withChosen(options, chosen)
  return (
    <fieldset className={classes.choices}>
      <legend>{t('column.hears')}</legend>
      {isNothingChosen(chosen) && <p className="muted">{t('choices.nothing')}</p>}
      <OptionBoxes
        state={{
          ticked,
          incomplete,
          isReadOnly: false,
          help: {
            priority: (priority) => t('choices.priority', { priority }),
            notifications: t('choices.notifications'),
          },
          tick: (isTicked, concerns) =>
            onChange(
              chosenOf(
                selectWhere(ticked, (option, place) =>
                  concerns(option, place) ? isTicked : option.selected,
                ),
              ),
            ),
        }}
      />
    </fieldset>
  )
}
