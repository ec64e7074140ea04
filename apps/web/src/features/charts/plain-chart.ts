/** What all bar and line charts have alike: nothing moves, and no colour that means nothing. */
export const PLAIN = {
  h: 260,
  tickLine: 'none',
  gridAxis: 'x',
  textColor: 'var(--muted)',
} as const

/** Room for the words above the highest bar, and what is read aloud where the chart has the focus. */
export const drawnAs = (label: string) => ({
  margin: { top: 20, right: 12, left: 0, bottom: 4 },
  'aria-label': label,
})
