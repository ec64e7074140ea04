import type { ReferenceKind } from '@aviary/contract/reference/rules'

/** Two names with the same key are the same name: case, blanks and the width of characters make no difference. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')

/** For a severity, `SEV-1`, `sev_1` and `sev1` are the same name as well. */
export const severityKey = (name: string): string => nameKey(name).replaceAll(/[-_]/g, '')

export const keyOfName = (kind: ReferenceKind, name: string): string =>
  kind === 'severity' ? severityKey(name) : nameKey(name)
