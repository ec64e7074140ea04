import type * as endpoints from '@aviary/contract/security/email-endpoints'
import type { Call } from '../../../http/call.ts'
import { refuseOutdated, requireFound } from '../../../http/edits.ts'
import { Conflict, fault } from '../../../http/errors.ts'
import { presentEmail } from '../present.ts'
import { lockComm } from '../queries.ts'
import type { EmailRow } from './queries.ts'
import * as queries from './queries.ts'
import { requireMailBody } from './sanitize.ts'

export async function createEmail(call: Call<typeof endpoints.createSecurityEmail>) {
  const { db, body, now } = call
  if (!(await lockComm(db, body.sec_comm_id)))
    throw fault('sec_comm_id', `there is no comm ${body.sec_comm_id}; it may have been deleted`)
  const row = await queries.createEmail(db, {
    secCommId: body.sec_comm_id,
    companyId: body.company_id,
    subject: body.subject,
    body: requireMailBody(body.body),
    uploadSource: body.upload_source,
    createdBy: call.caller,
    createdDate: now,
  })
  return finishWrite(call, { before: null, row })
}

export async function updateEmail(call: Call<typeof endpoints.updateSecurityEmail>) {
  const { db, body } = call
  const before = presentEmail(await requireUnsent(call, body.id))
  refuseOutdated(before, body.version)
  if (body.company_id !== before.company_id)
    throw fault(
      'company_id',
      `email ${body.id} is for company ${before.company_id} and stays so: write another one for ${body.company_id}`,
    )
  if (body.sec_comm_id !== undefined && body.sec_comm_id !== before.sec_comm_id)
    throw fault('sec_comm_id', `email ${body.id} belongs to comm ${before.sec_comm_id} and stays there`)
  const row = await queries.updateEmail(db, body.id, {
    subject: body.subject,
    body: requireMailBody(body.body),
  })
  return finishWrite(call, { before, row })
}

export async function deleteEmail(call: Call<typeof endpoints.deleteSecurityEmail>) {
  const { db, body } = call
  const before = presentEmail(await requireUnsent(call, body.id))
  await queries.deleteEmail(db, body.id)
  call.audit({ id: body.id, sec_comm_id: before.sec_comm_id, before, after: null })
  call.changed('security')
  return { id: body.id }
}

async function requireUnsent(call: Call, id: number): Promise<EmailRow> {
  const email = requireFound(await queries.lockEmail(call.db, id), `email ${id}`)
  if (email.sentDate)
    throw new Conflict(`Email ${id} was sent: it can be neither changed nor deleted`, presentEmail(email))
  return email
}

function finishWrite(call: Call, { before, row }: { before: endpoints.SecurityEmail | null; row: EmailRow }) {
  const after = presentEmail(row)
  call.audit({ id: after.id, sec_comm_id: after.sec_comm_id, before, after })
  call.changed('security')
  return { id: after.id, email: after }
}
