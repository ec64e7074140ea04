import { downloadFile } from '../../shared/download.ts'

/** A drawing that can be put into a file: it refers to nothing outside itself. */
export type Picture = { svg: string; width: number; height: number }

const SCALE = 2
const MARGIN = 16
const LINE = 22
/** What an SVG takes from the style sheets of the page. */
const LOOKS = [
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

/** The colours of the theme that shows. */
export function inkOf(element: Element) {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return { text: read('--text'), muted: read('--muted'), panel: read('--panel'), read }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const FONT = 'system-ui, sans-serif'
const NO_CANVAS = 'This browser draws no canvas'

export const textOf = (
  text: string,
  at: { x: number; y: number; fill: string; size?: number; anchor?: string },
) =>
  `<text x="${at.x}" y="${at.y}" fill="${at.fill}" font-family="${FONT}" font-size="${at.size ?? 12}" text-anchor="${at.anchor ?? 'start'}">${escaped(text)}</text>`

export const pictureOf = (
  { width, height }: { width: number; height: number },
  parts: string[],
): Picture => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`,
  width,
  height,
})

type Told = { title: string; notes: readonly string[]; legend: readonly LegendItem[] }

/** A chart of the page as it looks in the theme that shows, with its title, what it is of and its legend. */
export function pictureOfChart(holder: HTMLElement, { title, notes, legend }: Told): Picture {
  const chart = holder.querySelector('svg')
  if (!chart) throw new Error('There is no chart to save')
  const box = chart.getBoundingClientRect()
  const ink = inkOf(holder)
  const head = [
    ...linesOf(title, box.width, widthAt(15)).map((text) => ({ text, size: 15, fill: ink.text })),
    ...notes.flatMap((note) =>
      linesOf(note, box.width, widthAt(12)).map((text) => ({ text, size: 12, fill: ink.muted })),
    ),
  ]
  const top = MARGIN + (head.length + legend.length) * LINE
  const size = { width: Math.ceil(box.width) + 2 * MARGIN, height: Math.ceil(box.height) + top + MARGIN }
  const copy = copyWithStyles(chart)
  copy.setAttribute('x', String(MARGIN))
  copy.setAttribute('y', String(top))
  copy.setAttribute('width', String(box.width))
  copy.setAttribute('height', String(box.height))
  copy.setAttribute('overflow', 'visible')
  return pictureOf(size, [
    `<rect width="100%" height="100%" fill="${ink.panel}"/>`,
    ...head.map(({ text, ...look }, at) => textOf(text, { ...look, x: MARGIN, y: MARGIN + at * LINE + 14 })),
    ...legend.map((item, at) => legendLine(item, MARGIN + (head.length + at) * LINE, ink.text)),
    new XMLSerializer().serializeToString(copy),
  ])
}

/** A text in as many lines as it needs: a picture cuts off what is wider than itself. */
export function linesOf(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<=[\s、。，])/)) {
    if (line !== '' && widthOf((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += word
  }
  return [...lines, line.trimEnd()]
}

function widthAt(size: number): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) throw new Error(NO_CANVAS)
  context.font = `${size}px ${FONT}`
  return (text) => context.measureText(text).width
}

function legendLine({ text, fill, dash }: LegendItem, y: number, ink: string): string {
  const mark =
    dash === undefined
      ? `<rect x="${MARGIN}" y="${y}" width="24" height="12" fill="${escaped(fill)}"/>`
      : `<line x1="${MARGIN}" x2="${MARGIN + 24}" y1="${y + 6}" y2="${y + 6}" stroke="${escaped(fill)}" stroke-width="2" stroke-dasharray="${dash}"/>`
  return mark + textOf(text, { x: MARGIN + 32, y: y + 10, fill: ink })
}

/** Style sheets do not reach into a file: what they say is written to every element. */
function copyWithStyles(original: SVGSVGElement): SVGSVGElement {
  const copy = original.cloneNode(true) as SVGSVGElement // a clone is what its original is
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [at, element] of [original, ...original.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element)
    const target = copies[at]
    if (!target) continue
    for (const name of LOOKS) {
      const value = style.getPropertyValue(name)
      // A pattern stays the reference that it is.
      if (value && !value.startsWith('url(')) target.setAttribute(name, value)
    }
    target.removeAttribute('style')
    target.removeAttribute('class')
  }
  return copy
}

/** Draws it onto a canvas and answers a PNG; the content security policy allows images from data: addresses only. */
async function pngOf({ svg, width, height }: Picture): Promise<Blob> {
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
  downloadFile(name, await pngOf(picture))
