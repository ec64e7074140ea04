import { readId } from '../../../shared/read-id.ts'

/** Reads `{comm_id}[/{company_id}[/{id}]]`; missing or non-numeric parts are undefined (spec 3 §2). */
export function readComposePath(path: string) {
  const [commId, companyId, id] = path.split('/').map(readId)
  return { commId, companyId, id }
}
