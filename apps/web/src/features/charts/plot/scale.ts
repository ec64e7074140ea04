/** Number of steps on the axis of values. */
const STEPS = 4
const ROUND_STEPS = [1, 2, 2.5, 4, 5, 7.5, 10]
/** Steps below 1 are whole tenths, because the axis shows one decimal. */
const ROUND_TENTHS = [1, 2, 4, 5, 10]

/** Values of the axis, evenly spaced from 0 to a round number that no value exceeds. */
export function toTicks(highest: number, isWhole: boolean): number[] {
  const rough = highest > 0 ? Math.max(0.1, highest / STEPS) : 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = ((power < 1 ? ROUND_TENTHS : ROUND_STEPS).find((step) => step * power >= rough) ?? 10) * power
  const step = isWhole ? Math.ceil(round) : round
  return Array.from({ length: STEPS + 1 }, (_, index) => index * step)
}

const LETTER_PX = 6.6
const WIDE_LETTER_PX = 12
const FIRST_WIDE_LETTER = '\u2E80'

/** Estimated width of a label in pixels: measuring the text would force a layout. */
export const estimateWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter < FIRST_WIDE_LETTER ? LETTER_PX : WIDE_LETTER_PX), 0)

const LABEL_GAP = 10

export type Label = { index: number; x: number; text: string }

/** All labels, each cut to the width of its point. */
export const cutLabels = (texts: readonly string[], xs: readonly number[], width: number): Label[] =>
  texts.map((text, index) => ({ index, x: xs[index] ?? 0, text: cutText(text, width) }))

function cutText(text: string, width: number): string {
  if (estimateWidth(text) <= width) return text
  const letters = [...text]
  while (letters.length > 1 && estimateWidth(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('')}…`
}

/** The labels that fit beside each other: the last one and, counted back from it, every n-th. */
export function chooseLabels(texts: readonly string[], xs: readonly number[], width: number): Label[] {
  const last = texts.length - 1
  const half = Math.max(0, ...texts.map(estimateWidth)) / 2
  const pushedLeft = Math.max(0, (xs[last] ?? 0) + half - width)
  const room = last > 0 ? ((xs[last] ?? 0) - (xs[0] ?? 0)) / last : width
  const every = Math.max(1, Math.ceil((2 * half + LABEL_GAP + pushedLeft) / Math.max(room, 1)))
  return texts
    .map((text, index) => ({ index, text, x: Math.min(xs[index] ?? 0, width - half) }))
    .filter(({ index }) => (last - index) % every === 0)
}
