import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

type Scope = HTMLElement | undefined

const findMenu = (name: string | RegExp | undefined, scope: Scope) => {
  const wanted =
    name instanceof RegExp
      ? new RegExp(`^Actions: ${name.source}`)
      : name === undefined
        ? /^Actions: /
        : `Actions: ${name}`
  return (scope ? within(scope) : screen).findByRole('button', { name: wanted })
}

/** Opens the menu of a row and returns its items. Without a name there must be only one row in `scope`. */
export async function openRowMenu(name?: string | RegExp, scope?: HTMLElement): Promise<HTMLElement[]> {
  await userEvent.click(await findMenu(name, scope))
  return screen.findAllByRole('menuitem')
}

/** Chooses an action in the menu of a row. */
export async function chooseAction(
  action: string,
  name?: string | RegExp,
  scope?: HTMLElement,
): Promise<void> {
  await openRowMenu(name, scope)
  await userEvent.click(screen.getByRole('menuitem', { name: action }))
}

/** The exact times that a row shows as tooltips. */
export const exactTimesIn = (row: Element | undefined): string[] =>
  [...(row?.querySelectorAll<HTMLElement>('time[data-tip]') ?? [])].map(({ dataset }) => dataset.tip ?? '')

/** Labels of the actions in the menu of a row; closes the menu again. */
export async function actionsOf(name: string | RegExp, scope?: HTMLElement): Promise<(string | null)[]> {
  const items = await openRowMenu(name, scope)
  const words = items.map(({ textContent }) => textContent)
  await userEvent.keyboard('{Escape}')
  return words
}
