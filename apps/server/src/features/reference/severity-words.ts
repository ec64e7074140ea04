import type { Severity } from '@aviary/contract/status/rules'

/** Words that alert rules and trackers use for each severity; the first aliases of a new installation. */
export const SEVERITY_WORDS: Record<Severity, readonly string[]> = {
  OUTAGE: [
    ...['critical', 'crit', 'page', 'emergency', 'emerg', 'fatal', 'disaster', 'blocker', 'highest'],
    ...['0', '1'].flatMap(levelsOf),
  ],
  PARTIAL_OUTAGE: ['error', 'err', 'high', 'major', 'severe', 'urgent', ...levelsOf('2')],
  PERFORMANCE: ['warning', 'warn', 'medium', 'moderate', 'average', ...levelsOf('3')],
  PARTIAL_PERFORMANCE: ['minor', 'low', 'ticket', ...levelsOf('4')],
  NORMAL: [
    ...['info', 'information', 'informational', 'notice', 'debug', 'none', 'ok', 'trivial', 'lowest'],
    ...levelsOf('5'),
  ],
}

function levelsOf(level: string): string[] {
  return [`sev${level}`, `s${level}`, `p${level}`]
}
