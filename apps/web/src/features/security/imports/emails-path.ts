import type { SecurityImport } from '@aviary/contract/security/import-endpoints'

/** URL of the list of emails that were promoted from an import. */
export const emailsPath = ({ pkey, sec_comm_id }: Pick<SecurityImport, 'pkey' | 'sec_comm_id'>): string =>
  `/emails/${sec_comm_id}?import=${pkey}`
