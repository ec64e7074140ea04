import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { freePort } from '../apps/server/testing/free-port.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { expectAccessible, open, pickIdentity } from './support/visit.ts'

const PROJECT_FOLDER = path.resolve(import.meta.dirname, '..')
/** Folder of the web app that is watched, but ignored by git. */
const IGNORED_FOLDER = path.join(PROJECT_FOLDER, 'apps/web/coverage/dev')

test('npm run dev serves pages from their sources, with sign-in and push, and stops in good order', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-dev-'))
  const baseUrl = `http://localhost:${await freePort()}`
  // A first start runs on the machine's own Node, which may not load TypeScript.
  const machinesNode = path.join(dataDir, 'node')
  copyFileSync(process.execPath, machinesNode, constants.COPYFILE_FICLONE)
  const development = spawn(machinesNode, ['--no-strip-types', 'scripts/dev.mjs'], {
    cwd: PROJECT_FOLDER,
    env: {
      ...process.env,
      NODE_ENV: '',
      PORT: new URL(baseUrl).port,
      DATA_DIR: path.join(dataDir, 'data'),
      SEED_DEMO: 'false',
    },
    stdio: 'ignore',
  })
  const ended = once(development, 'exit')
  try {
    const isReady = () => fetch(`${baseUrl}/readyz`).then(({ ok }) => ok)
    await vi.waitUntil(() => isReady().catch(() => false), { timeout: 110_000, interval: 200 })
    const { page } = await open('/', { baseUrl, apart: true })
    await pickIdentity(page, 'operator')
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await (await fetch(`${baseUrl}/src/main.tsx`)).text()).toContain('createRoot')
    // Leaves the product first: an open page would reload at each save, and reports the stopped server as a
    // console error, which fails the test.
    await page.goto('/healthz')
    await expectStylesPage(baseUrl)
    await expectWholeModules(baseUrl)
  } finally {
    development.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
    rmSync(IGNORED_FOLDER, { recursive: true, force: true })
  }
  expect(development.exitCode).toBe(0)
})

test('the build leaves out the page of all components', () => {
  const folder = path.join(PROJECT_FOLDER, 'apps/web/dist')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const code = files.filter((file) => /\.(js|css)$/.test(file))
  const having = (text: RegExp) =>
    code.filter((file) => text.test(readFileSync(path.join(folder, file), 'utf8')))
  expect(having(/comm_history/)).not.toEqual([])
  expect(having(/['"`]\/styles\b|Every component in every state/)).toEqual([])
})

/** Checks the page of components, which needs no sign-in: both themes, in a wide and a narrow window. */
async function expectStylesPage(baseUrl: string): Promise<void> {
  const { page } = await open('/styles', { baseUrl, apart: true, viewport: { width: 1440, height: 900 } })
  await page.getByRole('heading', { level: 1, name: 'Styles' }).waitFor()
  await page.getByRole('table', { name: 'Rows' }).waitFor()
  await page.getByText('page #f6f7f9', { exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByText('page #0e1116', { exact: true }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('list', { name: 'Rows' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Show an error' }).click()
  await page.getByRole('alert').filter({ hasText: 'The template could not be saved' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open a confirmation' }).click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page)
  await page.goto('/healthz')
}

/** Requests a module while an editor saves it: first truncated, then written. */
async function expectWholeModules(baseUrl: string): Promise<void> {
  mkdirSync(IGNORED_FOLDER, { recursive: true })
  const load = async () => (await fetch(`${baseUrl}/coverage/dev/saved.ts`)).text()
  for (let round = 0; round < 25; round += 1) {
    const file = openSync(path.join(IGNORED_FOLDER, 'saved.ts'), 'w')
    const early = load()
    await pause(1 + (round % 5))
    writeSync(file, `export const saved = ${round}`)
    closeSync(file)
    await Promise.all([early, ...Array.from({ length: 4 }, load)])
    await vi.waitFor(async () => expect(await load()).toContain(`saved = ${round}`), { timeout: 20_000 })
  }
}
