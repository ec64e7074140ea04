import { downloadFile } from '../../shared/download.ts'

/** A self-contained SVG without references to the page. */
export type Picture = { svg: string; width: number; height: number }

const SCALE = 2
const MARGIN = 16
const LINE_HEIGHT = 22
const LABEL_LINE_HEIGHT = 14
/** Gap between neighbouring labels. */
const LABEL_GAP = 8
/** CSS properties copied onto the exported SVG, which has no style sheet. */
const STYLE_PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
]

export type LegendItem = { text: string; fill: string; dash?: string | undefined }

/** Colours of the current theme. */
export function getColours(element: Element) {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return { text: read('--text'), muted: read('--muted'), panel: read('--panel'), read }
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const FONT = 'system-ui, sans-serif'
const NO_CANVAS = 'This browser draws no canvas'

export const toSvgText = (
  text: string,
  options: { x: number; y: number; fill: string; size?: number; anchor?: string },
) =>
  `<text x="${options.x}" y="${options.y}" fill="${options.fill}" font-family="${FONT}" font-size="${options.size ?? 12}" text-anchor="${options.anchor ?? 'start'}">${escapeXml(text)}</text>`

export const toPicture = (
  { width, height }: { width: number; height: number },
  parts: string[],
): Picture => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`,
  width,
  height,
})

type ChartPictureOptions = { title: string; notes: readonly string[]; legend: readonly LegendItem[] }

/** The chart as shown in the current theme, with title, notes and legend. */
export function drawChart(holder: HTMLElement, { title, notes, legend }: ChartPictureOptions): Picture {
  const chart = holder.querySelector('svg')
  if (!chart) throw new Error('There is no chart to save')
  const box = chart.getBoundingClientRect()
  const colours = getColours(holder)
  const head = [
    ...wrapText(title, box.width, measureAt(15)).map((text) => ({ text, size: 15, fill: colours.text })),
    ...notes.flatMap((note) =>
      wrapText(note, box.width, measureAt(12)).map((text) => ({ text, size: 12, fill: colours.muted })),
    ),
  ]
  const top = MARGIN + (head.length + legend.length) * LINE_HEIGHT
  const copy = copyWithStyles(chart)
  const lines = writeWholeLabels(copy)
  const size = {
    width: Math.ceil(box.width) + 2 * MARGIN,
    height: Math.ceil(box.height) + (lines - 1) * LABEL_LINE_HEIGHT + top + MARGIN,
  }
  copy.setAttribute('x', String(MARGIN))
  copy.setAttribute('y', String(top))
  copy.setAttribute('width', String(box.width))
  copy.setAttribute('height', String(box.height))
  copy.setAttribute('overflow', 'visible')
  return toPicture(size, [
    `<rect width="100%" height="100%" fill="${colours.panel}"/>`,
    ...head.map(({ text, ...style }, index) =>
      toSvgText(text, { ...style, x: MARGIN, y: MARGIN + index * LINE_HEIGHT + 14 }),
    ),
    ...legend.map((item, index) =>
      legendLine(item, MARGIN + (head.length + index) * LINE_HEIGHT, colours.text),
    ),
    new XMLSerializer().serializeToString(copy),
  ])
}

/** Breaks a text into lines, because SVG text does not wrap and is cut off at the edge. */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<=[\s、。，])/)) {
    if (line !== '' && measure((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += word
  }
  return [...lines, line.trimEnd()]
}

/** Breaks a text into lines no wider than `width`; breaks inside a word if the word alone is wider. */
export const breakText = (text: string, width: number, measure: (text: string) => number): string[] =>
  wrapText(text, width, measure).flatMap((line) => {
    const parts = ['']
    for (const letter of line) {
      const part = parts.at(-1) ?? ''
      if (part !== '' && measure(part + letter) > width) parts.push(letter)
      else parts[parts.length - 1] = part + letter
    }
    return parts
  })

/** Writes the labels that are cut on the screen in full, on several lines; returns the largest number of lines. */
function writeWholeLabels(copy: SVGSVGElement): number {
  const lineCounts = [...copy.querySelectorAll('text[data-room]')].map((label) => {
    const room = Number(label.getAttribute('data-room')) - LABEL_GAP
    const lines = breakText(label.querySelector('title')?.textContent ?? '', room, measureAt(12))
    label.replaceChildren(
      ...lines.map((text, index) => {
        const line = document.createElementNS(copy.namespaceURI, 'tspan')
        line.setAttribute('x', label.getAttribute('x') ?? '')
        line.setAttribute('dy', String(index === 0 ? 0 : LABEL_LINE_HEIGHT))
        line.textContent = text
        return line
      }),
    )
    label.removeAttribute('data-room')
    return lines.length
  })
  return Math.max(1, ...lineCounts)
}

function measureAt(size: number): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) throw new Error(NO_CANVAS)
  context.font = `${size}px ${FONT}`
  return (text) => context.measureText(text).width
}

function legendLine({ text, fill, dash }: LegendItem, y: number, colour: string): string {
  const mark =
    dash === undefined
      ? `<rect x="${MARGIN}" y="${y}" width="24" height="12" fill="${escapeXml(fill)}"/>`
      : `<line x1="${MARGIN}" x2="${MARGIN + 24}" y1="${y + 6}" y2="${y + 6}" stroke="${escapeXml(fill)}" stroke-width="2" stroke-dasharray="${dash}"/>`
  return mark + toSvgText(text, { x: MARGIN + 32, y: y + 10, fill: colour })
}

/** Copies an SVG with its computed styles as attributes, because the saved file has no style sheets. */
function copyWithStyles(original: SVGSVGElement): SVGSVGElement {
  const copy = original.cloneNode(true) as SVGSVGElement // a clone has the type of its original
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [index, element] of [original, ...original.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element)
    const target = copies[index]
    if (!target) continue
    for (const name of STYLE_PROPERTIES) {
      const value = style.getPropertyValue(name)
      // Skips `url(…)`: the cloned attribute already refers to its pattern in the copied <defs>.
      if (value && !value.startsWith('url(')) target.setAttribute(name, value)
    }
    target.removeAttribute('style')
    target.removeAttribute('class')
  }
  return copy
}

/** Renders to PNG through a canvas. The content security policy allows images from data: URLs only. */
async function toPng({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * SCALE
  canvas.height = height * SCALE
  const context = canvas.getContext('2d')
  if (!context) throw new Error(NO_CANVAS)
  context.scale(SCALE, SCALE)
  context.drawImage(image, 0, 0, width, height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large'))),
      'image/png',
    )
  })
}

export const savePng = async (name: string, picture: Picture): Promise<void> =>
  downloadFile(name, await toPng(picture))
