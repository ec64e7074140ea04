import type { ChosenSubscriptions, SubscriptionOptions } from '@aviary/contract/subscriptions/endpoints'
import { chosenOf, incompleteCategories, selectWhere, withChosen } from '@aviary/contract/subscriptions/rules'
import { useTranslation } from 'react-i18next'
import { OptionBoxes } from '../subscriptions/public.ts'
import classes from './channels.module.css'

type ChannelChoicesProps = {
  options: SubscriptionOptions
  chosen: ChosenSubscriptions
  onChange: (chosen: ChosenSubscriptions) => void
}

/** What a channel hears about, by the same boxes as a person's subscriptions. */
export function ChannelChoices({ options, chosen, onChange }: ChannelChoicesProps) {
  const { t } = useTranslation('channels')
  const ticked = withChosen(options, chosen)
  const offered = chosenOf(ticked)
  const isNothing = Object.values(offered).every(({ data_centers }) => data_centers.length === 0)
  return (
    <fieldset className={classes.choices}>
      <legend>{t('column.hears')}</legend>
      {isNothing && <p className="muted">{t('choices.nothing')}</p>}
      <OptionBoxes
        state={{
          ticked,
          incomplete: incompleteCategories(offered),
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
