import { type ReactNode, useState } from 'react'
import classes from './impact.module.css'

/** So few are drawn all, each as high as it needs to be. */
const FEW = 100
/** Pixels; the style sheet has the same. */
const ROW_HEIGHT = 44
const BOX_HEIGHT = 440
/** Drawn above and below what shows, so that the Tab key finds a next one. */
const BEYOND = 10

type LongListProps<Item> = {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  render: (item: Item) => ReactNode
}

/** A list in a box that scrolls. Of a long one only what shows is drawn; a screen reader is told of how many. */
export function LongList<Item>({ label, items, keyOf, render }: LongListProps<Item>) {
  const [scrolled, setScrolled] = useState(0)
  const isLong = items.length > FEW
  const first = isLong ? Math.max(0, Math.min(scrolled, items.length) - BEYOND) : 0
  const end = isLong ? scrolled + Math.ceil(BOX_HEIGHT / ROW_HEIGHT) + BEYOND : items.length
  const shown = items.slice(first, end)
  const room = {
    paddingTop: first * ROW_HEIGHT,
    paddingBottom: (items.length - first - shown.length) * ROW_HEIGHT,
  }
  return (
    <div
      className={classes.box}
      onScroll={({ currentTarget }) => setScrolled(Math.floor(currentTarget.scrollTop / ROW_HEIGHT))}
    >
      <ul
        aria-label={label}
        className={classes.list}
        data-long={isLong || undefined}
        style={isLong ? room : {}}
      >
        {shown.map((item, at) => (
          <li key={keyOf(item)} aria-setsize={items.length} aria-posinset={first + at + 1}>
            {render(item)}
          </li>
        ))}
      </ul>
    </div>
  )
}
