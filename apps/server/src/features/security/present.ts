import type { SecurityEmail } from '@aviary/contract/security/email-endpoints'
import type { Comm, SecurityIncident, SecurityUser } from '@aviary/contract/security/schemas'
import { toYesNo } from '@aviary/contract/wire'
import type { EmailRow } from './emails/queries.ts'
import type { CommRow, IncidentRow } from './queries.ts'
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

export const presentEmail = (row: EmailRow): SecurityEmail => ({
  id: row.id,
  sec_comm_id: row.secCommId,
  company_id: row.companyId,
  subject: row.subject,
  body: row.body,
  sent_date: row.sentDate?.toISOString() ?? null,
  was_sent: toYesNo(row.sentDate !== null),
  upload_source: row.uploadSource,
  comm_content_id: row.id,
  content: null,
  content_type: 'text/html',
  version: row.version,
})
