import { type Category, LISTS, type ListName, type OptionKey } from '@aviary/contract/subscriptions/rules'
import { Checkbox } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { onRowKey } from '../../ui/table/use-row-keys.ts'
import { CategoryState, ListState } from './CategoryState.tsx'
import {
  type FormState,
  getList,
  getRows,
  type MatrixRow,
  useCategoryHelp,
  useOptionName,
} from './form-state.ts'
import classes from './subscriptions.module.css'
import { TickButtons } from './TickButtons.tsx'

type OptionMatrixProps = {
  /** The categories that form the columns; all must have the same lists. */
  categories: readonly [Category, ...Category[]]
  state: FormState
}

/** The options of one or more categories: a line for each option, a column of boxes for each category. */
export function OptionMatrix({ categories, state }: OptionMatrixProps) {
  const { t } = useTranslation('subscriptions')
  const id = useId()
  const getHelp = useCategoryHelp(state)
  const names = categories.map((category) => t(`category.${category}`))
  return (
    <div className={classes.panel}>
      <table className={classes.matrix} aria-label={names.join(', ')} onKeyDown={onRowKey}>
        <thead>
          <tr>
            <td className={classes.help}>{getHelp(categories)}</td>
            {categories.map((category, index) => (
              <th
                key={category}
                scope="col"
                aria-label={names[index]}
                aria-describedby={`${id}${category}`}
                data-incomplete={state.incomplete.includes(category)}
              >
                <h2>{names[index]}</h2>
                <CategoryState id={`${id}${category}`} category={category} state={state} />
                <TickButtons
                  name={names[index] ?? ''}
                  concerns={(place) => place.category === category}
                  state={state}
                />
              </th>
            ))}
          </tr>
        </thead>
        {LISTS[categories[0]].map((list) => (
          <ListRows key={list} list={list} categories={categories} state={state} />
        ))}
      </table>
    </div>
  )
}

/** One list: its head with the controls of each category, and a line for each option. */
function ListRows({ list, categories, state }: OptionMatrixProps & { list: ListName }) {
  const { t } = useTranslation('subscriptions')
  const id = useId()
  const getName = useOptionName()
  return (
    <tbody aria-labelledby={id}>
      <tr className={classes.listHead}>
        <th scope="rowgroup">
          <h3 id={id}>{t(`list.${list}`)}</h3>
        </th>
        {categories.map((category) => (
          <td key={category}>
            <ListControls place={{ category, list }} state={state} />
          </td>
        ))}
      </tr>
      {getRows(state.ticked, categories, list).map((row) => (
        <tr key={row.key}>
          <th scope="row">{getName(row.option)}</th>
          {categories.map((category) => (
            <td key={category}>
              <Box row={row} place={{ category, list }} state={state} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

type PlaceProps = { place: OptionKey; state: FormState }

export function ListControls({ place, state }: PlaceProps) {
  const { t } = useTranslation('subscriptions')
  if (getList(state.ticked, place).length === 0) return <span className="muted">{t('nothingOffered')}</span>
  return (
    <div className={classes.listControls}>
      <ListState place={place} state={state} />
      <TickButtons
        name={`${t(`list.${place.list}`)}, ${t(`category.${place.category}`)}`}
        concerns={({ category, list }) => category === place.category && list === place.list}
        state={state}
      />
    </div>
  )
}

function Box({ row, place, state }: PlaceProps & { row: MatrixRow }) {
  const { t } = useTranslation('subscriptions')
  const getName = useOptionName()
  const box = row.boxes[place.category]
  if (!box) return null
  return (
    <Checkbox
      size="sm"
      className={classes.cell ?? ''}
      label={<span className="visually-hidden">{`${getName(box)}, ${t(`category.${place.category}`)}`}</span>}
      disabled={state.isReadOnly}
      checked={box.selected}
      onChange={() =>
        state.tick(
          !box.selected,
          ({ id }, { category, list }) => category === place.category && list === place.list && id === box.id,
        )
      }
    />
  )
}
