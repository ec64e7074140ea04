import { afterEach, expect, test, vi } from 'vitest'
import { waitFor } from '../../testing/wait-for.ts'
import { RateLimitStore } from './rate-limit-store.ts'

const HOUR = 3600_000
const WINDOW_MS = 50

afterEach(() => void vi.useRealTimers())

const count = (store: RateLimitStore, address: string): number => {
  let counted = 0
  store.incr(
    address,
    (_error, result) => {
      counted = result?.current ?? 0
    },
    WINDOW_MS,
  )
  return counted
}

test.each([
  ['back', -HOUR],
  ['ahead', HOUR],
])('a clock that is set an hour %s neither shuts anybody out nor lets more through', async (_, leap) => {
  const store = new RateLimitStore()
  const before = performance.now()
  expect([count(store, 'here'), count(store, 'here'), count(store, 'there')]).toEqual([1, 2, 1])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + leap })
  const third = count(store, 'here')
  if (performance.now() - before < WINDOW_MS) expect(third).toBe(3)
  await waitFor(() => expect(count(store, 'here')).toBe(1), { interval: WINDOW_MS + 10 })
})

test('those that came longest ago are forgotten, and nobody else', () => {
  const store = new RateLimitStore()
  for (let index = 0; index <= 5_000; index += 1) store.incr(`address ${index}`, () => undefined, HOUR)
  const counted: number[] = []
  for (const at of [5_000, 1, 0])
    store.incr(`address ${at}`, (_error, result) => counted.push(result?.current ?? 0), HOUR)
  expect(counted).toEqual([2, 2, 1])
})
