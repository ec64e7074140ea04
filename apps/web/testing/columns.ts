import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'

const titlesOf = async (list: string): Promise<(string | undefined)[]> =>
  within(await screen.findByRole('table', { name: list }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent?.trim())

/** Hides a column of a list, opens the list again, and expects all columns but this one. */
export async function expectStaysHidden(
  list: string,
  column: string,
  open: () => Promise<unknown>,
): Promise<void> {
  await open()
  const before = await titlesOf(list)
  expect(before).toContain(column)
  const rest = before.filter((title) => title !== column)
  await userEvent.click(screen.getByRole('button', { name: `Columns of ${list}` }))
  await userEvent.click(screen.getByRole('checkbox', { name: column }))
  expect(await titlesOf(list)).toEqual(rest)
  cleanup()
  await open()
  expect(await titlesOf(list)).toEqual(rest)
  localStorage.clear()
}
