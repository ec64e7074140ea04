import { type ReactNode, useState } from 'react'
import { PRINTED_ROWS, useIsPrinting } from '../../shared/printing.ts'
import { useIsPhone } from '../../shared/use-width.ts'
import { NotPrinted } from '../../ui/NotPrinted.tsx'
import classes from './long-list.module.css'
import { useListKeys } from './use-list-keys.ts'

/** Lists up to this length are rendered in full, with rows of their natural height. */
const RENDER_ALL_UP_TO = 100
/** Pixels; long-list.module.css uses the same values. */
const ROW_HEIGHT = 28
const PHONE_ROW_HEIGHT = 44
const BOX_HEIGHT = 440
/** Rows rendered above and below the visible rows, so that arrow keys reach buttons outside the view. */
const OVERSCAN = 10

type LongListProps<Item> = {
  label: string
  items: readonly Item[]
  getKey: (item: Item) => string
  render: (item: Item) => ReactNode
}

/**
 * A scrolling list; a long one renders only the rows in and near the view. Screen readers get the full count
 * by aria-setsize. A second list is printed, so that the list on screen keeps its scroll position and the focus.
 */
export function LongList<Item>(props: LongListProps<Item>) {
  const { label, items, getKey, render } = props
  const [scrolled, setScrolled] = useState(0)
  const rowHeight = useIsPhone() ? PHONE_ROW_HEIGHT : ROW_HEIGHT
  const keys = useListKeys(items.length, rowHeight)
  const isPrinting = useIsPrinting()
  const isLong = items.length > RENDER_ALL_UP_TO
  const first = isLong ? Math.max(0, Math.min(scrolled, items.length) - OVERSCAN) : 0
  const end = isLong ? scrolled + Math.ceil(BOX_HEIGHT / rowHeight) + OVERSCAN : items.length
  const shown = items.slice(first, end)
  const room = {
    paddingTop: first * rowHeight,
    paddingBottom: (items.length - first - shown.length) * rowHeight,
  }
  return (
    <>
      <div
        className={classes.box}
        data-long={isLong || undefined}
        onScroll={({ currentTarget }) => setScrolled(Math.floor(currentTarget.scrollTop / rowHeight))}
      >
        <ul {...keys} aria-label={label} className={classes.list} style={isLong ? room : {}}>
          {shown.map((item, index) => (
            <li key={getKey(item)} aria-setsize={items.length} aria-posinset={first + index + 1}>
              {render(item)}
            </li>
          ))}
        </ul>
      </div>
      {isLong && isPrinting && <PaperList {...props} />}
    </>
  )
}

const PaperList = <Item,>({ label, items, getKey, render }: LongListProps<Item>) => (
  <div className={classes.paper}>
    <ul aria-label={label} className={classes.list}>
      {items.slice(0, PRINTED_ROWS).map((item) => (
        <li key={getKey(item)}>{render(item)}</li>
      ))}
    </ul>
    <NotPrinted count={items.length - PRINTED_ROWS} />
  </div>
)
