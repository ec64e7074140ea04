import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { startAviary } from '../../apps/server/testing/command.ts'
import { chooseAction, menuOf } from './row.ts'
import type { BuiltServer } from './server.ts'

/** Reference data of a company that is not the demo's. Senders call Payments by its alias, `pay-api`. */
export const SERVICES = 'Booking Payments Loyalty Check-in Baggage Crew Fares Seats Refunds'.split(' ')
/** Display names of the data centers by system name. */
export const DATA_CENTERS = { oslo: 'Oslo', bergen: 'Bergen', turku: 'Turku', umea: 'Umeå' }

const aliasesOf = (name: string): string[] => (name === 'Payments' ? ['pay-api'] : [])

const REFERENCE = [
  ...SERVICES.map((name) => ({ kind: 'service', key: name, name, aliases: aliasesOf(name) })),
  ...Object.entries(DATA_CENTERS).map(([key, name]) => ({
    ...{ kind: 'data_center', key, name, short_name: '', aliases: [] },
  })),
]

/** Sets the company up with `aviary import reference`; returns what the command says. */
export async function setUpByFile({ dataDir }: BuiltServer, databaseUrl?: string): Promise<string> {
  const file = path.join(dataDir, 'reference.jsonl')
  writeFileSync(file, REFERENCE.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const environment = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const command = startAviary(['import', 'reference', file], environment)
  command.stdin.end()
  const { code, out, err } = await command.ended
  if (code !== 0 || err !== '') throw new Error(`aviary import reference: ${code} ${err}`)
  return out
}

/** Sets the company up on the page `/administration/reference/service`, as an administrator does. */
export async function setUpByScreens(page: Page): Promise<void> {
  for (const name of SERVICES) await create(page, 'Create service', { name })
  await deleteOthers(page, SERVICES)
  await page.getByRole('link', { name: 'Data centers', exact: true }).click()
  for (const [key, name] of Object.entries(DATA_CENTERS))
    await create(page, 'Create data center', { name, key })
  await deleteOthers(page, Object.values(DATA_CENTERS))
}

async function create(page: Page, button: string, { name, key }: { name: string; key?: string }) {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: button })
  await dialog.getByLabel(/^Name/).fill(name)
  if (key) await dialog.getByLabel('System name').fill(key)
  for (const alias of aliasesOf(name)) await dialog.getByLabel('New alias').fill(alias)
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: new RegExp(`^${name} `) }).waitFor()
}

/** Deletes all records with other names; nothing in a new installation uses them. */
async function deleteOthers(page: Page, names: readonly string[]): Promise<void> {
  for (;;) {
    const labels = await menuOf(page).evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-label') ?? ''),
    )
    const other = labels.map((label) => label.replace('Actions: ', '')).find((name) => !names.includes(name))
    if (!other) return
    await chooseAction(page, 'Delete', other)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await menuOf(page, other).waitFor({ state: 'detached' })
  }
}

export const headsOf = (page: Page) => page.getByRole('grid').getByRole('columnheader').allTextContents()
export const rowsOf = (page: Page) => page.getByRole('grid').getByRole('rowheader').allTextContents()
