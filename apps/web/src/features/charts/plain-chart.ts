/** Props shared by all bar and line charts. */
export const CHART_DEFAULTS = {
  h: 240,
  tickLine: 'none',
  gridAxis: 'x',
  textColor: 'var(--muted)',
} as const

/** Margin for the labels above the highest bar, and the label for screen readers. */
export const toChartProps = (label: string) => ({
  margin: { top: 20, right: 12, left: 0, bottom: 4 },
  'aria-label': label,
})
