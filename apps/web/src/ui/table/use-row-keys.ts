import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useCallback } from 'react'
import { areSingleKeysOn, isJumping } from '../../shared/single-keys.ts'

const STEPS: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const MESSAGES_KEY = 'm'

/** What a key presses in the row. */
const ROW_KEYS: Readonly<Record<string, string>> = {
  '.': '[data-row-menu]',
  j: '[data-row-key="j"]',
  [MESSAGES_KEY]: '[data-row-key="m"]',
}

const INTERACTIVE = 'a[href], button:not([disabled]), input:not([disabled])'

/** First link, enabled button or enabled input in a cell; null if the cell itself takes the focus. */
const targetIn = (cell: Element): HTMLElement | null => cell.querySelector<HTMLElement>(INTERACTIVE)

function focusCell(cell: Element | undefined): void {
  if (!(cell instanceof HTMLElement)) return
  const target = targetIn(cell) ?? cell
  if (target === cell) cell.tabIndex = -1
  target.focus()
}

/**
 * Moves the focus from a column's title to its first cell, because Tab reaches no row without links or
 * buttons.
 */
function enterRows(title: HTMLElement): void {
  const head = title.closest('th')
  if (!head) return
  const column = [...(head.parentElement?.children ?? [])].indexOf(head)
  focusCell(head.closest('table')?.querySelector('tbody tr:has(td)')?.children[column])
}

/**
 * Keys of a table: arrow down on a column's title enters the rows, and arrows move between cells. Enter on a
 * cell opens the row's record, or else its first link. `.` opens the row's menu, `j` its record in the tracker, `m` its
 * messages: returns their path if it is only in the row's menu.
 */
export function onRowKey(event: KeyboardEvent<HTMLElement>): string | undefined {
  const { target, currentTarget, key } = event
  if (
    !(target instanceof HTMLElement) ||
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey
  )
    return
  if (key === 'ArrowDown' && target.matches('th button')) {
    event.preventDefault()
    enterRows(target)
    return
  }
  const cell = target.closest('td')
  const row = cell?.parentElement
  // Ignores keys typed in a field, and events of a row's menu: React bubbles them to here, although the
  // menu's DOM is elsewhere.
  if (
    !cell ||
    !row ||
    !currentTarget.contains(cell) ||
    target.matches('input:not([type="checkbox"]), select, textarea')
  )
    return
  const step = STEPS[key]
  if (step) {
    event.preventDefault()
    // Passes from group to group, without their headings, whose rows have no `td`.
    const rows = [...(row.closest('table')?.querySelectorAll('tbody > tr:has(> td)') ?? [])]
    const nextRow = rows[rows.indexOf(row) + step[0]]
    focusCell(nextRow?.children[[...row.children].indexOf(cell) + step[1]])
  } else if (key === 'Enter' && target === cell)
    (row.querySelector<HTMLElement>('[data-opens]') ?? row.querySelector<HTMLElement>('a[href]'))?.click()
  else if (areSingleKeysOn() && !event.repeat && !isJumping(event.timeStamp)) {
    const pressed = ROW_KEYS[key]
    const control = pressed === undefined ? null : row.querySelector<HTMLElement>(pressed)
    if (control) control.click()
    else if (key === MESSAGES_KEY) return row.querySelector<HTMLElement>('[data-messages]')?.dataset.messages
  }
}

/** Handles the keys of a table with rows that may have messages. */
export function useRowKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  const router = useRouter()
  return useCallback(
    (event) => {
      const path = onRowKey(event)
      if (path !== undefined) router.history.push(path)
    },
    [router],
  )
}
