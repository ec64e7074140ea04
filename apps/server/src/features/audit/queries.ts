import type { Db } from '../../database/open.ts'
import { auditLog } from '../../database/tables/access.ts'
import type { AuditRow } from '../../http/door.ts'

export async function insertAudit(db: Db, row: AuditRow): Promise<void> {
  await db.insert(auditLog).values(row)
}
