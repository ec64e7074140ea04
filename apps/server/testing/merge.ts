import { createComm, createSecurityIncident } from '@aviary/contract/security/endpoints'
import { uploadImport } from '@aviary/contract/security/import-endpoints'
import { sql } from 'drizzle-orm'
import type { Person, TestApp } from './app.ts'
import { upload } from './upload.ts'

export type MergeSite = { server: TestApp; person: Person }
export type CommOf = { secId: number; commId: number }

/** Creates a security incident with one comm. */
export async function newComm({ person }: Pick<MergeSite, 'person'>): Promise<CommOf> {
  const words = { title: 'Leaked key', description: 'A key', status: 'Open' }
  const incident = await person.call(createSecurityIncident, {
    body: { ...words, start_date: '2026-08-20T14:43:00Z' },
  })
  const secId = incident.body.sec_id
  const { body } = await person.call(createComm, {
    body: { sec_id: secId, description: 'To all', status: 'Draft', comm_type: 1 },
  })
  return { secId, commId: body.sec_comm_id }
}

export const importQuery = ({ secId, commId }: CommOf) => ({
  sec_id: secId,
  sec_comm_id: commId,
  title: 'August',
  filename: 'august.csv',
})

type Sent = { file: string | Buffer; query?: object; headers?: Record<string, string> }

/** Uploads a mail-merge file to a comm. */
export function merge({ server, person }: MergeSite, comm: CommOf, sent: Sent | string | Buffer) {
  const { query, ...rest } =
    typeof sent === 'string' || Buffer.isBuffer(sent) ? { file: sent, query: {} } : sent
  return upload(server, person, {
    endpoint: uploadImport,
    query: { ...importQuery(comm), ...query },
    ...rest,
  })
}

/** Whether an uncommitted transaction is staging rows. */
export async function isStaging({ db }: Pick<TestApp, 'db'>): Promise<boolean> {
  const { rows } = await db.execute(sql`select from pg_locks l join pg_class c on c.oid = l.relation
    join pg_database d on d.oid = l.database
    where d.datname = current_database() and c.relname = 'staged_emails' and l.mode = 'RowExclusiveLock'`)
  return rows.length > 0
}

/** A valid mail-merge file with `rows` rows; the texts of each row name the row's company. */
export function mergeFile(rows: number, first = 1): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const company = first + index
    return `${company},Notice for {{company_id}},<p>Dear {{name}} of company {{company_id}}</p>,Company ${company}\n`
  })
  return `company_id,subject,body,name\n${lines.join('')}`
}
