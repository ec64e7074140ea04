import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { drawChart } from '../picture.ts'
import { BarPlot } from './BarPlot.tsx'
import { LinePlot } from './LinePlot.tsx'

const SIZE = { width: 468, height: 134 }
const POINTS = [
  { label: 'Jan', values: { a: 10, b: 20 } },
  { label: 'Feb', values: { a: null, b: 40 } },
  { label: 'Mar', values: { a: 30, b: 0 } },
]
const SERIES = [
  { name: 'a', label: 'First', color: 'red' },
  { name: 'b', label: 'Second', color: 'blue' },
]
const props = { name: 'Things', points: POINTS, series: SERIES, format: (value: number) => `${value} pieces` }

beforeEach(() => {
  // happy-dom has no layout.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe: () => void
      disconnect = () => undefined
      constructor(callback: (entries: { contentRect: typeof SIZE }[]) => void) {
        this.observe = () => callback([{ contentRect: SIZE }])
      }
    },
  )
  return () => vi.unstubAllGlobals()
})

test('the arrow keys show the values of each point, as long as the chart has the focus', async () => {
  const { container } = render(<BarPlot {...props} />)
  const valuesOf = () => [...container.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(valuesOf()).toEqual([])
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('application', { name: 'Things' }))
  expect(valuesOf()).toEqual(['First10 pieces', 'Second20 pieces'])
  await userEvent.keyboard('{ArrowRight}')
  expect(valuesOf()).toEqual(['Second40 pieces'])
  await userEvent.keyboard('{ArrowRight>5/}')
  expect(valuesOf()).toEqual(['First30 pieces', 'Second0 pieces'])
  expect(screen.getByRole('status').textContent).toBe('Mar, First: 30 pieces, Second: 0 pieces')
  await userEvent.keyboard('{Home}')
  expect(valuesOf()).toEqual(['First10 pieces', 'Second20 pieces'])
  await userEvent.keyboard('{Escape}')
  expect(valuesOf()).toEqual([])
  await userEvent.keyboard('{ArrowRight}{End}')
  expect(valuesOf()).toEqual(['First30 pieces', 'Second0 pieces'])
  await userEvent.tab()
  expect(valuesOf()).toEqual([])
})

test('bars of several series stand on each other', () => {
  const { container } = render(<BarPlot {...props} />)
  const [first, second] = ['red', 'blue'].map((color) =>
    container.querySelector(`path[fill=${color}]`)?.getAttribute('d'),
  )
  // 40 is the top of the axis at 20 pixels, 0 its bottom at 100; each point is 400 / 3 pixels wide.
  expect(first?.match(/V[\d.]+/g)).toEqual(['V100', 'V100'])
  expect(second?.match(/V[\d.]+/g)).toEqual(['V80', 'V100'])
})

test('a line is broken where a value is missing', () => {
  const { container } = render(<LinePlot {...props} />)
  const lines = [...container.querySelectorAll('g > path:first-child')].map((path) =>
    path.getAttribute('d')?.replaceAll(/[^ML]/g, ''),
  )
  expect(lines).toEqual(['MM', 'MLL'])
})

test('a click leaves no values behind, and fewer points limit the one that is reached', async () => {
  const { container, rerender } = render(<BarPlot {...props} />)
  const chart = screen.getByRole('application', { name: 'Things' })
  await userEvent.click(chart)
  await userEvent.unhover(chart)
  expect(document.activeElement).toBe(chart)
  expect(container.querySelectorAll('li')).toHaveLength(0)
  await userEvent.keyboard('{End}')
  rerender(<BarPlot {...props} points={POINTS.slice(0, 1)} />)
  expect(container.querySelector('p')?.textContent).toBe('Jan')
})

test('a label that is cut on the screen is whole in the picture', () => {
  const measureText = (text: string) => ({ width: 6 * text.length })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ measureText } as never)
  const long = 'Public sector of Northern and Southern America'
  const points = [{ label: long, values: { a: 1 } }, ...POINTS]
  const { container } = render(<BarPlot {...props} points={points} hasAllLabels />)
  expect(container.querySelector('svg')?.textContent).toContain('…')
  const { svg } = drawChart(container, { title: 'Things', notes: [], legend: [] })
  const label = new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('text:has(tspan)')
  const lines = [...(label?.children ?? [])].map(({ textContent }) => textContent)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join(' ')).toBe(long)
  expect(svg).not.toContain('…')
  vi.restoreAllMocks()
})

test('the values come back with a key, not when the window gets the focus again', async () => {
  const { container } = render(<BarPlot {...props} />)
  const chart = screen.getByRole('application', { name: 'Things' })
  const valuesOf = () => container.querySelectorAll('li').length
  await userEvent.tab()
  expect(valuesOf()).toBe(2)
  // As browsers do when the window loses the focus and gets it again: the chart stays the active element.
  fireEvent.blur(chart)
  expect(document.activeElement).toBe(chart)
  expect(valuesOf()).toBe(0)
  fireEvent.focus(chart)
  expect(valuesOf()).toBe(0)
  await userEvent.keyboard('{ArrowRight}')
  expect(valuesOf()).toBe(1)
})
