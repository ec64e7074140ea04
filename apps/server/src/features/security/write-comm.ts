import type * as endpoints from '@aviary/contract/security/endpoints'
import type { Comm } from '@aviary/contract/security/schemas'
import type { Db } from '../../database/open.ts'
import type { Call } from '../../http/call.ts'
import { refuseOutdated, requireFound } from '../../http/edits.ts'
import { Conflict, fault } from '../../http/errors.ts'
import { countEmails } from './emails/queries.ts'
import { countImports } from './imports/queries.ts'
import { presentComm } from './present.ts'
import type { CommRow } from './queries.ts'
import * as queries from './queries.ts'

export async function createComm(call: Call<typeof endpoints.createComm>) {
  const { db, body, now } = call
  if (!(await queries.lockIncident(db, body.sec_id)))
    throw fault('sec_id', `there is no security incident ${body.sec_id}; it may have been deleted`)
  await requireCommType(db, body.comm_type)
  const row = await queries.createComm(db, {
    secId: body.sec_id,
    commType: body.comm_type,
    description: body.description,
    status: body.status,
    isHidden: body.is_hidden === 'Y',
    createdDate: now,
  })
  return finishWrite(call, { before: null, row })
}

export async function updateComm(call: Call<typeof endpoints.updateComm>) {
  const { db, body } = call
  const stored = requireFound(
    await queries.lockComm(db, body.sec_comm_id, 'no key update'),
    `comm ${body.sec_comm_id}`,
  )
  const before = presentComm(stored)
  refuseOutdated(before, body.version)
  if (body.comm_type !== before.comm_type) await requireCommType(db, body.comm_type)
  const row = await queries.updateComm(db, body.sec_comm_id, {
    description: body.description,
    status: body.status,
    commType: body.comm_type,
    isHidden: (body.is_hidden ?? before.is_hidden) === 'Y',
  })
  return finishWrite(call, { before, row })
}

/** Only a comm without emails and imports can be deleted. */
export async function deleteComm(call: Call<typeof endpoints.deleteComm>) {
  const { db, body } = call
  const stored = requireFound(
    await queries.lockComm(db, body.sec_comm_id, 'update'),
    `comm ${body.sec_comm_id}`,
  )
  const before = presentComm(stored)
  const emails = await countEmails(db, { secCommId: body.sec_comm_id })
  if (emails > 0)
    throw new Conflict(
      `Comm ${body.sec_comm_id} still has emails (${emails}). Delete them first; what was sent stays`,
      before,
    )
  const imports = await countImports(db, { secCommId: body.sec_comm_id })
  if (imports > 0)
    throw new Conflict(
      `Comm ${body.sec_comm_id} still has mail-merge imports (${imports}). Delete them first`,
      before,
    )
  await queries.deleteComm(db, body.sec_comm_id)
  call.audit({ sec_comm_id: body.sec_comm_id, sec_id: before.sec_id, before, after: null })
  call.changed('security')
  return { sec_comm_id: body.sec_comm_id }
}

async function requireCommType(db: Db, id: number): Promise<void> {
  const types = (await queries.listCommTypes(db)).filter(({ retiredAt }) => retiredAt === null)
  if (types.some((type) => type.id === id)) return
  const known = types.map((type) => `${type.id} (${type.displayName})`).join(', ')
  throw fault('comm_type', `there is no comm type ${id}; known are ${known}`)
}

function finishWrite(call: Call, { before, row }: { before: Comm | null; row: CommRow }) {
  const after = presentComm(row)
  call.audit({ sec_comm_id: after.sec_comm_id, sec_id: after.sec_id, before, after })
  call.changed('security')
  return { sec_comm_id: after.sec_comm_id, comm: after }
}
