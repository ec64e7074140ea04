/** Severities from best to worst (spec 1 §4). */
export const SEVERITIES = [
  'NORMAL',
  'PARTIAL_PERFORMANCE',
  'PERFORMANCE',
  'PARTIAL_OUTAGE',
  'OUTAGE',
] as const
export type Severity = (typeof SEVERITIES)[number]

/** Status of a cell: a severity, or NA if no report or incident gives one. */
export const CELL_STATUSES = [...SEVERITIES, 'NA'] as const
export type CellStatus = (typeof CELL_STATUSES)[number]

// Synonyms from spec 1 §4: "PARTIAL_OUTAGE (and degradation), OUTAGE (and disruption)".
const OTHER_WORDS: Record<string, Severity> = { DEGRADATION: 'PARTIAL_OUTAGE', DISRUPTION: 'OUTAGE' }

/** Reads a severity as spelled by other systems ("Partial outage", "disruption"); undefined if unknown. */
export function readSeverity(text: string): Severity | undefined {
  const word = text
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_')
  return SEVERITIES.find((name) => name === word) ?? OTHER_WORDS[word]
}

export function worst(statuses: readonly CellStatus[]): CellStatus {
  let worst: CellStatus = 'NA'
  for (const status of statuses) if (rank(status) > rank(worst)) worst = status
  return worst
}

export const rank = (status: CellStatus): number => (status === 'NA' ? -1 : SEVERITIES.indexOf(status))

/** Whether a cell shows only a plain icon; every other cell links to the status site. */
export const isQuiet = (status: CellStatus): boolean => status === 'NORMAL' || status === 'NA'

/**
 * URL of a cell's details page on the external status site; only a cell that is not quiet links there (spec 1
 * §2.4).
 */
export function statusSiteLink(site: string, dataCenter: string, service: string): string {
  const name = encodeURIComponent(service.replaceAll('/', '_'))
  return `${site.replace(/\/$/, '')}/details/p1/${encodeURIComponent(dataCenter)}/${name}/Current%20Status`
}
