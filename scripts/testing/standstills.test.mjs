import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { noteStandstills } from './standstills.mjs'

test('a jump of the clock is noted once, and a timer that is a little late is not', async () => {
  const begin = Date.UTC(2026, 0, 1, 3)
  let ms = 0
  const end = noteStandstills({ now: () => begin + ms, checkMs: 5, notedMs: 10_000 })
  ms = 9_000
  await wait(30)
  ms = 81_000
  await wait(30)
  expect(end()).toEqual(['The machine stood still for 72 s until 03:01:21 UTC.'])
})
