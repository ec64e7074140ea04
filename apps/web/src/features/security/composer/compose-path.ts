import { rowIdText } from '@aviary/contract/wire'

/** What the address of the composer names: `{comm_id}[/{company_id}[/{id}]]`; what is no number is absent (spec 3 §2). */
export function readComposePath(path: string) {
  const [commId, companyId, id] = path
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? rowIdText.safeParse(part).data : undefined))
  return { commId, companyId, id }
}
