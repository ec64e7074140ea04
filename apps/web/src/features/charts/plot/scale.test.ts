import { expect, test } from 'vitest'
import { chooseLabels, cutLabels, toTicks } from './scale.ts'

test.each([
  [154.3, false, [0, 40, 80, 120, 160]],
  [290, true, [0, 75, 150, 225, 300]],
  [37, true, [0, 10, 20, 30, 40]],
  [620, false, [0, 200, 400, 600, 800]],
  [1, true, [0, 1, 2, 3, 4]],
  [10, true, [0, 3, 6, 9, 12]],
  [0, true, [0, 1, 2, 3, 4]],
  [0.4, false, [0, 0.1, 0.2, 0.3, 0.4]],
  [0.05, false, [0, 0.1, 0.2, 0.3, 0.4]],
  [1, false, [0, 0.4, 0.8, 1.2, 1.6]],
  [3, false, [0, 1, 2, 3, 4]],
])('the axis of values up to %d has round numbers', (highest, isWhole, expected) => {
  expect(toTicks(highest, isWhole).map((tick) => Number(tick.toFixed(9)))).toEqual(expected)
})

test('labels leave out those without room, but never the last', () => {
  const texts = Array.from({ length: 12 }, (_, index) => `Month ${index}`)
  const xs = texts.map((_, index) => 30 + index * 30)
  const labels = chooseLabels(texts, xs, 370)
  expect(labels.map(({ index }) => index)).toEqual([2, 5, 8, 11])
  expect(labels.at(-1)?.x).toBeLessThan(360)
  expect(chooseLabels(['US2', 'EU2'], [100, 300], 400).map(({ text }) => text)).toEqual(['US2', 'EU2'])
})

test('each bar keeps its label, cut to its width', () => {
  const labels = cutLabels(['US2', 'Frankfurt am Main', '中国东部地区'], [25, 75, 125], 50)
  expect(labels).toEqual([
    { index: 0, x: 25, text: 'US2' },
    { index: 1, x: 75, text: 'Frankf…' },
    { index: 2, x: 125, text: '中国东…' },
  ])
})
