import { readId } from '../../../shared/read-id.ts'

/** What the address of the composer names: `{comm_id}[/{company_id}[/{id}]]`; what is no number is absent (spec 3 §2). */
export function readComposePath(path: string) {
  const [commId, companyId, id] = path.split('/').map(readId)
  return { commId, companyId, id }
}
