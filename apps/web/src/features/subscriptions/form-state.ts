import type { SubscriptionOption, SubscriptionOptions } from '@aviary/contract/subscriptions/endpoints'
import type { Category, ListName, OptionKey } from '@aviary/contract/subscriptions/rules'
import { useTranslation } from 'react-i18next'

type Options = readonly SubscriptionOption[]

/** State and changes of the form, shared by all of its parts. */
export type FormState = {
  ticked: SubscriptionOptions
  /** Categories of which some lists have a choice and others have none. */
  incomplete: readonly Category[]
  isReadOnly: boolean
  /** When something is sent, in words; by default, that of mails. */
  help?: { priority: (priorities: string) => string; notifications: string }
  /** Ticks or clears every box that `concerns` matches. */
  tick: (isTicked: boolean, concerns: (option: SubscriptionOption, place: OptionKey) => boolean) => void
}

/** The boxes of one list, in display order. */
export function getList(options: SubscriptionOptions, { category, list }: OptionKey): Options {
  const lists: Partial<Record<ListName, Options>> = options[category]
  return (lists[list] ?? []).toSorted((a, b) => a.display_order - b.display_order)
}

export const getBoxes = (
  options: SubscriptionOptions,
  category: Category,
  lists: readonly ListName[],
): SubscriptionOption[] => lists.flatMap((list) => getList(options, { category, list }))

export const countSelected = (boxes: Options): number => boxes.filter(({ selected }) => selected).length

/** When something about one of the categories is sent. */
export function useCategoryHelp({ help }: Pick<FormState, 'help'>) {
  const { t } = useTranslation('subscriptions')
  return (categories: readonly Category[]): string => {
    if (categories[0] === 'notifications') return help?.notifications ?? t('help.notifications')
    const priority = categories.map((category) => t(`category.${category}`)).join('/')
    return help?.priority(priority) ?? t('help.priority', { priority })
  }
}

/** "3 of 6 chosen" */
export function useChosenText() {
  const { t } = useTranslation('subscriptions')
  return (boxes: Options) => t('state.some', { chosen: countSelected(boxes), all: boxes.length })
}

/** The name of an option in the language of the interface. */
export function useOptionName() {
  const { i18n } = useTranslation('subscriptions')
  return ({ name, translations }: Pick<SubscriptionOption, 'name' | 'translations'>) =>
    translations?.[i18n.language] || name
}

/** One line of a matrix: an option, and its box in each category that offers it. */
export type MatrixRow = {
  key: string
  option: SubscriptionOption
  boxes: Partial<Record<Category, SubscriptionOption>>
}

/** Alert types have an id of their own in each category, so equal names share a line. */
export function getRows(
  options: SubscriptionOptions,
  categories: readonly Category[],
  list: ListName,
): MatrixRow[] {
  const rows = new Map<string, MatrixRow>()
  for (const category of categories)
    for (const option of getList(options, { category, list })) {
      const name = list === 'alert_types' ? option.name : String(option.id)
      // A second option of the same name in one category has a line of its own.
      const key = rows.get(name)?.boxes[category] ? `${name} ${option.id}` : name
      const row = rows.get(key) ?? { key, option, boxes: {} }
      rows.set(key, { ...row, boxes: { ...row.boxes, [category]: option } })
    }
  return [...rows.values()].toSorted((a, b) => a.option.display_order - b.option.display_order)
}
