import { type CellStatus, cellStatus } from '@aviary/contract/status/rules'
import { inkOf, type Picture, pictureOf, textOf } from '../picture.ts'
import type { CellDays } from './cell-days.ts'
import { DAY_WIDTH, HEIGHT, shapesOf } from './strip-shape.ts'

const WIDTH = 1000
const MARGIN = 16
const ROW = 24
const NAMES = 260
const PERCENTS = 80
const STRIP = WIDTH - 2 * MARGIN - NAMES - PERCENTS

type Told = {
  title: string
  note: string
  names: { service: (name: string) => string; dataCenter: (name: string) => string }
  percent: (percent: number | null) => string
  state: (state: CellStatus) => string
}

/** All strips below each other, each with its service and its figure. */
export function pictureOfStrips(
  holder: HTMLElement,
  cells: readonly CellDays[],
  { title, note, names, percent, state: word }: Told,
): Picture {
  const ink = inkOf(holder)
  const parts = [
    textOf(title, { x: MARGIN, y: MARGIN + 14, fill: ink.text, size: 15 }),
    textOf(note, { x: MARGIN, y: MARGIN + 36, fill: ink.muted }),
  ]
  const colourOf = (state: CellStatus) => ink.read(state === 'NA' ? '--na' : `--mark-${state}`)
  const shrunk = (ROW - 6) / HEIGHT
  for (const [at, state] of cellStatus.options.entries()) {
    const x = MARGIN + (at * (WIDTH - 2 * MARGIN)) / cellStatus.options.length
    const [shape] = shapesOf([{ day: '', state, spent: { known: 0 } }])
    const mark = `<path d="${shape?.path}" fill="${colourOf(state)}" transform="translate(${x} ${MARGIN + 50}) scale(1 ${shrunk})"/>`
    parts.push(mark, textOf(word(state), { x: x + 16, y: MARGIN + 66, fill: ink.text }))
  }
  let y = MARGIN + 84
  for (const [dataCenter, within] of Map.groupBy(cells, ({ cell }) => cell.data_center)) {
    parts.push(textOf(names.dataCenter(dataCenter), { x: MARGIN, y: y + 20, fill: ink.text, size: 14 }))
    y += ROW + 6
    for (const { cell, days } of within) {
      parts.push(textOf(names.service(cell.service), { x: MARGIN, y: y + 14, fill: ink.text }))
      const scale = `scale(${STRIP / (days.length * DAY_WIDTH)} ${shrunk})`
      const shapes = shapesOf(days).map(({ state, path }) => `<path d="${path}" fill="${colourOf(state)}"/>`)
      parts.push(`<g transform="translate(${MARGIN + NAMES} ${y}) ${scale}">${shapes.join('')}</g>`)
      const right = { x: WIDTH - MARGIN, y: y + 14, fill: ink.text, anchor: 'end' }
      parts.push(textOf(percent(cell.availability), right))
      y += ROW
    }
  }
  const size = { width: WIDTH, height: y + MARGIN }
  return pictureOf(size, [`<rect width="100%" height="100%" fill="${ink.panel}"/>`, ...parts])
}
