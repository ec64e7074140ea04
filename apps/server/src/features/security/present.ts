import { toYesNo } from '@aviary/contract/rules'
import type { SecurityEmail } from '@aviary/contract/security/email-endpoints'
import type { SecurityImport } from '@aviary/contract/security/import-endpoints'
import type { Comm, SecurityIncident, SecurityUser } from '@aviary/contract/security/schemas'
import type { StagedEmail } from '@aviary/contract/security/staging-endpoints'
import type { EmailRow } from './emails/queries.ts'
import type { ListedImport } from './imports/queries.ts'
import { getBeginning } from './imports/text-file.ts'
import type { CommRow, CommTypeRow, IncidentRow } from './queries.ts'
import type { StagedRow } from './staging/queries.ts'
import type { SecurityUserRow } from './users/queries.ts'

export const presentIncident = (row: IncidentRow): SecurityIncident => ({
  sec_id: row.secId,
  title: row.title,
  description: row.description,
  status: row.status,
  start_date: row.startDate.toISOString(),
  end_date: row.endDate?.toISOString() ?? null,
  version: row.version,
})

export const presentComm = (row: CommRow): Comm => ({
  sec_comm_id: row.secCommId,
  sec_id: row.secId,
  comm_type: row.commType,
  description: row.description,
  status: row.status,
  created_date: row.createdDate.toISOString(),
  is_hidden: toYesNo(row.isHidden),
  version: row.version,
})

export const presentUser = (row: SecurityUserRow): SecurityUser => ({
  id: row.id,
  company_id: row.companyId,
  email: row.email,
  active: toYesNo(row.isActive),
  created_date: row.createdDate.toISOString(),
  modified_date: row.modifiedDate?.toISOString() ?? null,
  version: row.version,
})

export const presentEmail = (
  row: EmailRow,
  sending?: Pick<SecurityEmail, 'progress' | 'broadcast_id'>,
): SecurityEmail => ({
  id: row.id,
  sec_comm_id: row.secCommId,
  company_id: row.companyId,
  subject: row.subject,
  body: row.body,
  sent_date: row.sentDate?.toISOString() ?? null,
  was_sent: toYesNo(row.sentDate !== null),
  upload_source: row.uploadSource,
  import_id: row.importId,
  comm_content_id: row.id,
  content: null,
  content_type: 'text/html',
  progress: sending?.progress ?? null,
  broadcast_id: sending?.broadcast_id ?? null,
  version: row.version,
})

/** Number of characters that a listed import shows from the start of the file. */
const SHOWN_CHARACTERS = 2_000

export function presentImport(row: ListedImport): SecurityImport {
  const data = getBeginning(row.beginning, SHOWN_CHARACTERS)
  // The byte order mark counts in the file's size but is not part of the text.
  const shownBytes = Buffer.byteLength(data) + (row.beginning.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0)
  return {
    pkey: row.importId,
    sec_id: row.secId,
    sec_comm_id: row.secCommId,
    title: row.title,
    data,
    is_cut: toYesNo(shownBytes < row.size),
    size: row.size,
    staged: row.staged,
    promoted: row.promoted,
    filename: row.filename,
    created_date: row.createdDate.toISOString(),
    created_by: row.createdBy,
    is_hidden: toYesNo(row.isHidden),
    version: row.version,
  }
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

export const presentStaged = (row: StagedRow): StagedEmail => ({
  pkey: row.stagingId,
  import_id: row.importId,
  sec_comm_id: row.secCommId,
  company_id: row.companyId,
  subject: row.subject,
  body: row.body,
  was_promoted: toYesNo(row.emailId !== null),
  email_id: row.emailId,
  line: row.line,
  version: row.version,
})

export const presentCommType = (row: CommTypeRow) => ({
  id: row.id,
  display_name: row.displayName,
  internal_name: row.internalName,
})
