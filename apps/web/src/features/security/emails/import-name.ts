import type { ImportOfEmails } from '@aviary/contract/security/email-endpoints'

/** The number of an import and its title; a deleted import has no title. */
export const importName = ({ import_id, title }: Pick<ImportOfEmails, 'import_id' | 'title'>): string =>
  title === null ? String(import_id) : `${import_id} ${title}`
