import { type Category, LISTS, type OptionKey } from '@aviary/contract/subscriptions/rules'
import { Checkbox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CategoryState } from './CategoryState.tsx'
import { type FormState, getList, useCategoryHelp, useOptionName } from './form-state.ts'
import { ListControls } from './OptionMatrix.tsx'
import classes from './subscriptions.module.css'
import { TickButtons } from './TickButtons.tsx'

/** One category on a phone: its state and, when expanded, its lists. */
export function CategoryBlock({ category, state }: { category: Category; state: FormState }) {
  const { t } = useTranslation('subscriptions')
  const id = useId()
  const getHelp = useCategoryHelp(state)
  const name = t(`category.${category}`)
  return (
    <details
      className={classes.panel}
      aria-label={name}
      aria-describedby={id}
      data-incomplete={state.incomplete.includes(category)}
    >
      <summary className={classes.summary}>
        <h2>{name}</h2>
        <IconChevronDown size={20} aria-hidden="true" />
        <CategoryState id={id} category={category} state={state} />
      </summary>
      <div className={classes.block}>
        <p className={classes.help}>{getHelp([category])}</p>
        <TickButtons name={name} concerns={(place) => place.category === category} state={state} />
        {LISTS[category].map((list) => (
          <OptionList key={list} place={{ category, list }} state={state} />
        ))}
      </div>
    </details>
  )
}

function OptionList({ place, state }: { place: OptionKey; state: FormState }) {
  const { t } = useTranslation('subscriptions')
  const getName = useOptionName()
  return (
    <fieldset className={classes.list}>
      <legend>
        <h3>{t(`list.${place.list}`)}</h3>
      </legend>
      <ListControls place={place} state={state} />
      {getList(state.ticked, place).map((box) => (
        <Checkbox
          key={box.id}
          size="sm"
          className={classes.line ?? ''}
          label={getName(box)}
          disabled={state.isReadOnly}
          checked={box.selected}
          onChange={() =>
            state.tick(
              !box.selected,
              ({ id }, { category, list }) =>
                category === place.category && list === place.list && id === box.id,
            )
          }
        />
      ))}
    </fieldset>
  )
}
