import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { freePort } from '../apps/server/testing/free-port.ts'
import { open, pickIdentity } from './support/visit.ts'

const PROJECT_FOLDER = path.resolve(import.meta.dirname, '..')

test('npm run dev serves pages from their sources, with sign-in and push, and stops in good order', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-dev-'))
  const baseUrl = `http://localhost:${await freePort()}`
  const development = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: PROJECT_FOLDER,
    env: { ...process.env, NODE_ENV: '', PORT: new URL(baseUrl).port, DATA_DIR: dataDir, SEED_DEMO: 'false' },
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
    // Leaves the product first: an open page reports the stopped server as a console error, which fails the
    // test.
    await page.goto('/healthz')
  } finally {
    development.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  expect(development.exitCode).toBe(0)
}, 180_000)
