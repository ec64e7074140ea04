import type { Locator, Page } from 'playwright-core'

const pageOf = (scope: Page | Locator): Page => ('page' in scope ? scope.page() : scope)

/** The ⋯ button of a row; without a name `scope` must hold one row only. */
export const menuOf = (scope: Page | Locator, name?: string | RegExp): Locator => {
  if (name === undefined) return scope.getByRole('button', { name: /^Actions: / })
  const exact = typeof name === 'string' ? name : undefined
  return scope.getByRole('button', {
    name: exact === undefined ? new RegExp(`^Actions: ${(name as RegExp).source}`) : `Actions: ${exact}`,
    exact: exact !== undefined,
  })
}

/** Opens the menu of a row and returns its item. */
export async function rowItem(
  scope: Page | Locator,
  action: string | RegExp,
  name?: string | RegExp,
): Promise<Locator> {
  await menuOf(scope, name).click()
  // Not an exact match: the name of a disabled item also contains the reason, which may name another action.
  return pageOf(scope).getByRole('menuitem', {
    name: action instanceof RegExp ? action : new RegExp(`^${action}`),
  })
}

/** Chooses an action in the menu of a row. */
export async function chooseAction(
  scope: Page | Locator,
  action: string | RegExp,
  name?: string | RegExp,
): Promise<void> {
  await (await rowItem(scope, action, name)).click()
}

/** In a narrow window: the card of a row. */
export const cardOf = (page: Page, text: string | RegExp): Locator =>
  page.locator('main').getByRole('listitem').filter({ hasText: text }).first()
