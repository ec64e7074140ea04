import { readSeverity, type Severity } from '@aviary/contract/status/rules'

/** Severity words of alert rules and issue trackers, as listed in docs/operations.md. */
const WORDS: Record<Severity, readonly string[]> = {
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

const SEVERITY_OF = new Map(
  Object.entries(WORDS).flatMap(([severity, words]) =>
    words.map((word) => [word, severity as Severity] as const),
  ),
)

/** Reads a sender's word, ignoring case ("critical", "SEV-1", "Partial outage"); undefined if it is unknown. */
export const readSeverityWord = (text: string): Severity | undefined =>
  readSeverity(text) ??
  SEVERITY_OF.get(
    text
      .trim()
      .toLowerCase()
      .replace(/^(sev|s|p)[-_ ](?=\d$)/, '$1'),
  )
