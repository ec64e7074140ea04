import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'

/** By how many items a key moves; Home and End go to the first and the last item. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

const positionOf = (button: Element): number => Number(button.closest('li')?.getAttribute('aria-posinset'))

/**
 * Makes the buttons of a list, one in each item, a single stop of the Tab key; arrow keys, Home and End move between
 * them, also to items that are rendered only once the list has scrolled there.
 */
export function useListKeys(itemCount: number, rowHeight: number) {
  const list = useRef<HTMLUListElement>(null)
  /** Position of the item that Tab reaches; the first one in the list if it is not rendered. */
  const current = useRef(1)
  const requested = useRef<number>(undefined)
  const buttons = () => [...(list.current?.querySelectorAll('button') ?? [])]
  const at = (position: number) => buttons().find((button) => positionOf(button) === position)
  const choose = (chosen: HTMLElement | undefined) => {
    for (const button of buttons()) button.tabIndex = button === chosen ? 0 : -1
    if (chosen) current.current = positionOf(chosen)
  }
  // Runs after each render, because scrolling renders other items.
  useLayoutEffect(() => {
    const target = requested.current === undefined ? undefined : at(requested.current)
    if (target) requested.current = undefined
    const before = current.current
    choose(target ?? at(before) ?? buttons()[0])
    if (target) target.focus()
    // An item that scrolled away is where Tab returns to once it is rendered again.
    else current.current = before
  })
  return {
    ref: list,
    onFocus: (event: { target: HTMLElement }) => {
      const button = event.target.closest('button')
      if (button) choose(button)
    },
    onKeyDown: (event: KeyboardEvent<HTMLUListElement>) => {
      const step = STEPS[event.key]
      const button = (event.target as Element).closest('button')
      if (step === undefined || !button || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      const position = Math.min(itemCount, Math.max(1, positionOf(button) + step))
      const target = at(position)
      if (target) return target.focus()
      requested.current = position
      list.current?.parentElement?.scrollTo({ top: (position - 1) * rowHeight })
    },
  }
}
