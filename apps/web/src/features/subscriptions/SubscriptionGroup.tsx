import type { SubscriptionOption } from '@aviary/contract/subscriptions/endpoints'
import { type Category, LISTS, type ListName, type OptionKey } from '@aviary/contract/subscriptions/rules'
import { Button, Checkbox } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './subscriptions.module.css'

type OnTick = (isTicked: boolean, concerns: (option: SubscriptionOption, place: OptionKey) => boolean) => void

type GroupProps = {
  category: Category
  options: Partial<Record<ListName, readonly SubscriptionOption[]>>
  /** Whether some lists of the category have a choice and others have none. */
  isIncomplete: boolean
  isReadOnly: boolean
  onTick: OnTick
}

const countSelected = (boxes: readonly SubscriptionOption[]): number =>
  boxes.filter(({ selected }) => selected).length

/** One category: its state in words, buttons to select or clear all, and its lists. */
export function SubscriptionGroup({ category, options, isIncomplete, isReadOnly, onTick }: GroupProps) {
  const { t } = useTranslation('subscriptions')
  const id = useId()
  const boxes = LISTS[category].flatMap((list) => options[list] ?? [])
  const [chosen, all] = [countSelected(boxes), boxes.length]
  const name = t(`category.${category}`)
  const tickAll = (isTicked: boolean) => onTick(isTicked, (_, place) => place.category === category)
  return (
    <fieldset className={classes.group} aria-describedby={id} data-incomplete={isIncomplete}>
      <legend>
        <h2>{name}</h2>
      </legend>
      <div id={id} className={classes.state}>
        <span>{chosen === 0 ? t('state.none') : t('state.some', { chosen, all })}</span>
        {isIncomplete && <span className={classes.fault}>{t('incomplete')}</span>}
      </div>
      <p className={classes.help}>
        {category === 'notifications' ? t('help.notifications') : t('help.priority', { priority: category })}
      </p>
      <div className={classes.allOrNothing}>
        {([true, false] as const).map((isTicked) => (
          <Button
            key={String(isTicked)}
            variant="default"
            size="compact-sm"
            disabled={isReadOnly}
            aria-label={`${t(isTicked ? 'selectAll' : 'clearAll')}: ${name}`}
            onClick={() => tickAll(isTicked)}
          >
            {t(isTicked ? 'selectAll' : 'clearAll')}
          </Button>
        ))}
      </div>
      <div className={classes.lists}>
        {LISTS[category].map((list) => (
          <OptionList
            key={list}
            place={{ category, list }}
            boxes={options[list] ?? []}
            needsChoice={isIncomplete}
            isReadOnly={isReadOnly}
            onTick={onTick}
          />
        ))}
      </div>
    </fieldset>
  )
}

type OptionListProps = {
  place: OptionKey
  boxes: readonly SubscriptionOption[]
  /** Whether a choice is required in this list, because another list of the category has one. */
  needsChoice: boolean
  isReadOnly: boolean
  onTick: OnTick
}

function OptionList({ place, boxes, needsChoice, isReadOnly, onTick }: OptionListProps) {
  const { t, i18n } = useTranslation('subscriptions')
  const chosen = countSelected(boxes)
  const isThisList = ({ category, list }: OptionKey) => category === place.category && list === place.list
  const title = t(`list.${place.list}`)
  return (
    <fieldset className={classes.list}>
      <legend>
        <h3>{title}</h3>
      </legend>
      {boxes.length > 0 && (
        <Checkbox
          size="sm"
          label={t('all')}
          disabled={isReadOnly}
          aria-label={`${t('all')}: ${title}, ${t(`category.${place.category}`)}`}
          checked={chosen === boxes.length}
          indeterminate={chosen > 0 && chosen < boxes.length}
          onChange={() => onTick(chosen < boxes.length, (_, key) => isThisList(key))}
        />
      )}
      {needsChoice && <span className={classes.fault}>{chosen === 0 && t('nothingChosen')}</span>}
      {boxes.length === 0 && <p className={classes.help}>{t('nothingOffered')}</p>}
      <div className={classes.boxes}>
        {boxes
          .toSorted((a, b) => a.display_order - b.display_order)
          .map(({ id, name, translations, selected }) => (
            <Checkbox
              key={id}
              size="sm"
              label={translations?.[i18n.language] || name}
              disabled={isReadOnly}
              checked={selected}
              onChange={() => onTick(!selected, (option, key) => isThisList(key) && option.id === id)}
            />
          ))}
      </div>
    </fieldset>
  )
}
