import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSignInProvider, type SignInProvider } from '../apps/server/testing/sign-in-provider.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { cardOf, chooseAction } from './support/row.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, open } from './support/visit.ts'

let provider: SignInProvider
let server: BuiltServer
beforeAll(async () => {
  provider = await openSignInProvider()
  server = await startBuiltServer({
    SEED_DEMO: 'false',
    ...provider.environment,
    OIDC_GROUPS_CLAIM: 'groups',
    ADMINISTRATORS: 'first.admin@acme.example',
  })
})
afterAll(async () => {
  await server.stop()
  await provider.close()
  expect(errorsIn(server.log())).toEqual([])
})

/** A window with a person in these groups, signed in through the provider. */
async function signIn(email: string, groups: string[], next: string) {
  provider.person = { idToken: { sub: email, email, email_verified: true, groups }, userinfo: {} }
  const { page } = await open(`/api/sign_in?next=${next}`, { baseUrl: server.url, apart: true })
  await page.getByRole('navigation').first().waitFor()
  return page
}

test('the listed administrator maps a group, and who is in it has the role at sign-in, locked', async () => {
  const page = await signIn('first.admin@acme.example', [], '/administration')
  await page.getByRole('button', { name: 'Add New Group' }).click()
  const mapping = page.getByRole('dialog', { name: 'Create Group Mapping' })
  await mapping.getByRole('textbox', { name: 'Group', exact: true }).fill('/ops')
  await mapping.getByRole('button', { name: 'Assign Support' }).click()
  await expectAccessible(page)
  await mapping.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Group Mapping Created Successfully!').waitFor()
  const tile = page.getByRole('region', { name: 'Roles by Group' })
  await tile.getByRole('row', { name: /^\/ops Support/ }).waitFor()

  const sue = await signIn('sue.subscriber@acme.example', ['/ops'], '/')
  await sue.getByRole('link', { name: 'Charts' }).first().waitFor()

  await page
    .getByRole('row', { name: /sue\.subscriber/ })
    .getByText('Subscriber, Support (by group)')
    .waitFor()
  await chooseAction(page, 'Edit', 'sue.subscriber@acme.example')
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  const locked = dialog.getByRole('group', { name: 'Roles from the sign-in provider' })
  await locked.getByText('Support', { exact: true }).waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Take Support away' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Take Subscriber away' }).click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('User Edited Successfully!').waitFor()
  await cardOf(page, 'sue.subscriber').getByText('Support (by group)').waitFor()

  const again = await signIn('sue.subscriber@acme.example', [], '/')
  await expect.poll(() => again.getByRole('link', { name: 'Charts' }).count()).toBe(0)
})
