import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicStatusPlaces } from '../apps/server/src/status-page-places.ts'
import { projectFolder } from './run-program.mjs'

const screens = ['screens.tsx', 'security-screens.tsx']
  .map((file) => readFileSync(join(projectFolder, 'apps/web/src', file), 'utf8'))
  .flatMap((text) => [...text.matchAll(/path: '\/([a-z_]+)/g)].map(([, name]) => name))

test('the status page cannot take the address of a screen', () => {
  expect(screens.length).toBeGreaterThan(20)
  // A path cannot hold an underscore, which is refused for that reason alone.
  const free = screens.filter((name) => publicStatusPlaces.safeParse(`/${name}`).success)
  expect(free).toEqual([])
  expect(publicStatusPlaces.safeParse('/healthz').success).toBe(false)
  expect(publicStatusPlaces.safeParse('/status').success).toBe(true)
})
