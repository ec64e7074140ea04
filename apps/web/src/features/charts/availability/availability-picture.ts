import { CELL_STATUSES, type CellStatus } from '@aviary/contract/status/rules'
import { getColours, type Picture, toPicture, toSvgText } from '../picture.ts'
import type { CellDays } from './cell-days.ts'
import { DAY_WIDTH, HEIGHT, toShapes } from './strip-shape.ts'

const WIDTH = 1000
const MARGIN = 16
const ROW_HEIGHT = 24
const NAMES_WIDTH = 260
const PERCENTS_WIDTH = 80
const STRIP_WIDTH = WIDTH - 2 * MARGIN - NAMES_WIDTH - PERCENTS_WIDTH

type StripsPictureOptions = {
  title: string
  note: string
  names: { service: (name: string) => string; dataCenter: (name: string) => string }
  percent: (percent: number | null) => string
  state: (state: CellStatus) => string
}

/** Draws one row per cell (service, a bar per day, availability in percent), grouped by data center. */
export function drawStrips(
  holder: HTMLElement,
  cells: readonly CellDays[],
  { title, note, names, percent, state: word }: StripsPictureOptions,
): Picture {
  const colours = getColours(holder)
  const parts = [
    toSvgText(title, { x: MARGIN, y: MARGIN + 14, fill: colours.text, size: 15 }),
    toSvgText(note, { x: MARGIN, y: MARGIN + 36, fill: colours.muted }),
  ]
  const getColour = (state: CellStatus) => colours.read(state === 'NA' ? '--muted' : `--bar-${state}`)
  const heightScale = (ROW_HEIGHT - 6) / HEIGHT
  for (const [index, state] of CELL_STATUSES.entries()) {
    const x = MARGIN + (index * (WIDTH - 2 * MARGIN)) / CELL_STATUSES.length
    const [shape] = toShapes([{ day: '', state, spent: { known: 0 } }])
    const mark = `<path d="${shape?.path}" fill="${getColour(state)}" transform="translate(${x} ${MARGIN + 50}) scale(1 ${heightScale})"/>`
    parts.push(mark, toSvgText(word(state), { x: x + 16, y: MARGIN + 66, fill: colours.text }))
  }
  let y = MARGIN + 84
  for (const [dataCenter, dataCenterCells] of Map.groupBy(cells, ({ cell }) => cell.data_center)) {
    parts.push(
      toSvgText(names.dataCenter(dataCenter), { x: MARGIN, y: y + 20, fill: colours.text, size: 14 }),
    )
    y += ROW_HEIGHT + 6
    for (const { cell, days } of dataCenterCells) {
      parts.push(toSvgText(names.service(cell.service), { x: MARGIN, y: y + 14, fill: colours.text }))
      const scale = `scale(${STRIP_WIDTH / (days.length * DAY_WIDTH)} ${heightScale})`
      const shapes = toShapes(days).map(({ state, path }) => `<path d="${path}" fill="${getColour(state)}"/>`)
      parts.push(`<g transform="translate(${MARGIN + NAMES_WIDTH} ${y}) ${scale}">${shapes.join('')}</g>`)
      const right = { x: WIDTH - MARGIN, y: y + 14, fill: colours.text, anchor: 'end' }
      parts.push(toSvgText(percent(cell.availability), right))
      y += ROW_HEIGHT
    }
  }
  const size = { width: WIDTH, height: y + MARGIN }
  return toPicture(size, [`<rect width="100%" height="100%" fill="${colours.panel}"/>`, ...parts])
}
