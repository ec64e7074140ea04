import type * as endpoints from '@aviary/contract/security/staging-endpoints'
import type { Call } from '../../../http/call.ts'
import { refuseOutdated, requireFound } from '../../../http/edits.ts'
import { Conflict, fault } from '../../../http/errors.ts'
import { requireMailBody } from '../emails/sanitize.ts'
import { lockImport } from '../imports/queries.ts'
import { presentStaged } from '../present.ts'
import type { StagedRow } from './queries.ts'
import * as queries from './queries.ts'

export async function createStaged(call: Call<typeof endpoints.createStagedEmail>) {
  const { db, body } = call
  const target = await lockImport(db, body.import_id, 'key share')
  if (!target) throw fault('import_id', `there is no import ${body.import_id}; it may have been deleted`)
  const row = await queries.createStagedEmail(db, {
    importId: target.importId,
    secCommId: target.secCommId,
    companyId: body.company_id,
    subject: body.subject,
    body: requireMailBody(body.body),
  })
  if (!row)
    throw fault(
      'company_id',
      `import ${body.import_id} has an email for company ${body.company_id} already: change that one`,
    )
  return finishWrite(call, { before: null, row })
}

export async function updateStaged(call: Call<typeof endpoints.updateStagedEmail>) {
  const { db, body } = call
  const stored = requireFound(
    await queries.lockStaged(db, body.staging_id),
    `staged email ${body.staging_id}`,
  )
  const before = presentStaged(stored)
  if (stored.emailId !== null)
    throw new Conflict(
      `Staged email ${body.staging_id} was promoted to email ${stored.emailId}: change that one`,
      before,
    )
  refuseOutdated(before, body.version)
  if (body.company_id !== before.company_id)
    throw fault(
      'company_id',
      `staged email ${body.staging_id} is for company ${before.company_id} and stays so`,
    )
  const row = await queries.updateStaged(db, body.staging_id, {
    subject: body.subject,
    body: requireMailBody(body.body),
  })
  return finishWrite(call, { before, row })
}

/** Deletes a staged email; the email it was promoted to stays. */
export async function deleteStaged(call: Call<typeof endpoints.deleteStagedEmail>) {
  const { db, body } = call
  const stagingId = body.staging_id
  const before = presentStaged(
    requireFound(await queries.lockStaged(db, stagingId), `staged email ${stagingId}`),
  )
  await queries.deleteStagedEmail(db, stagingId)
  call.audit({ staging_id: stagingId, import_id: before.import_id, before, after: null })
  call.changed('security')
  return { staging_id: stagingId }
}

function finishWrite(call: Call, { before, row }: { before: endpoints.StagedEmail | null; row: StagedRow }) {
  const after = presentStaged(row)
  call.audit({ staging_id: after.pkey, import_id: after.import_id, before, after })
  call.changed('security')
  return { staging_id: after.pkey, staging_email: after }
}
