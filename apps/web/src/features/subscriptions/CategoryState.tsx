import { type Category, LISTS, type OptionKey } from '@aviary/contract/subscriptions/rules'
import { useTranslation } from 'react-i18next'
import { countSelected, type FormState, getBoxes, getList, useChosenText } from './form-state.ts'
import classes from './subscriptions.module.css'

/** Number of chosen options of a category, and a message if only some of its lists have a choice. */
export function CategoryState({ id, category, state }: { id: string; category: Category; state: FormState }) {
  const { t } = useTranslation('subscriptions')
  const getChosenText = useChosenText()
  const boxes = getBoxes(state.ticked, category, LISTS[category])
  return (
    <span id={id} className={classes.state}>
      <span className="muted">{countSelected(boxes) === 0 ? t('state.none') : getChosenText(boxes)}</span>
      <span className={classes.fault}>{state.incomplete.includes(category) && t('incomplete')}</span>
    </span>
  )
}

/** Number of chosen options of a list; shown as a fault if the list has none but needs one. */
export function ListState({ place, state }: { place: OptionKey; state: FormState }) {
  const { t } = useTranslation('subscriptions')
  const getChosenText = useChosenText()
  const boxes = getList(state.ticked, place)
  if (state.incomplete.includes(place.category) && countSelected(boxes) === 0)
    return <span className={classes.fault}>{t('nothingChosen')}</span>
  return <span className="muted">{getChosenText(boxes)}</span>
}
