import type { ImportOfEmails } from '@aviary/contract/security/email-endpoints'

/** The number of an import, with its title unless it was deleted. */
export const importName = ({ import_id, title }: Pick<ImportOfEmails, 'import_id' | 'title'>): string =>
  title === null ? String(import_id) : `${import_id} ${title}`
