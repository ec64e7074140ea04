import type * as endpoints from '@aviary/contract/reference/domain-endpoints'
import type { CompanyDomain } from '@aviary/contract/reference/record-schemas'
import type { Call } from '../../../http/call.ts'
import { refuseOutdated, requireFound } from '../../../http/edits.ts'
import { fault } from '../../../http/errors.ts'
import { topicsOf } from '../records/kinds.ts'
import { lockRecords } from '../records/queries.ts'
import type { CompanyDomainRow } from './queries.ts'
import * as queries from './queries.ts'
import { requireNewDomain, toListedDomain } from './read-domain.ts'

export const presentDomain = (row: CompanyDomainRow): CompanyDomain => ({
  domain: row.domain,
  unicode_domain: row.unicodeDomain,
  company_id: row.companyId,
  company_name: row.companyName,
  version: row.version,
})

export const createDomain =
  (internalDomains: readonly string[]) => async (call: Call<typeof endpoints.createCompanyDomain>) => {
    const { db, body } = call
    const names = requireNewDomain(body.domain, internalDomains)
    await lockRecords(db)
    const isNew = await queries.createCompanyDomain(db, { ...names, companyId: body.company_id })
    const row = requireFound(await queries.getCompanyDomain(db, names.domain), `domain ${names.domain}`)
    if (!isNew) throw fault('domain', `${names.domain} belongs to ${nameOfCompany(row)} already`)
    return finishWrite(call, { before: null, after: presentDomain(row) })
  }

export async function updateDomain(call: Call<typeof endpoints.updateCompanyDomain>) {
  const { db, body } = call
  const before = await requireListed(call, body.domain)
  refuseOutdated(before, body.version)
  await queries.updateCompanyDomain(db, before.domain, body.company_id)
  const row = requireFound(await queries.getCompanyDomain(db, before.domain), `domain ${before.domain}`)
  return finishWrite(call, { before, after: presentDomain(row) })
}

export async function deleteDomain(call: Call<typeof endpoints.deleteCompanyDomain>) {
  const before = await requireListed(call, call.body.domain)
  refuseOutdated(before, call.body.version)
  await queries.deleteCompanyDomains(call.db, [before.domain])
  call.audit({ domain: before.domain, before, after: null })
  call.changed(...topicsOf('company_domain'))
  return { domain: before.domain }
}

const requireListed = async (call: Pick<Call, 'db'>, text: string): Promise<CompanyDomain> => {
  const domain = toListedDomain(text)
  await lockRecords(call.db)
  return presentDomain(
    requireFound(await queries.getCompanyDomain(call.db, domain), `company domain ${domain}`),
  )
}

const nameOfCompany = ({ companyId, companyName }: CompanyDomainRow): string =>
  companyName === null ? `company ${companyId}` : `${companyName} (${companyId})`

function finishWrite(
  call: Pick<Call, 'audit' | 'changed'>,
  { before, after }: { before: CompanyDomain | null; after: CompanyDomain },
) {
  call.audit({ domain: after.domain, before, after })
  call.changed(...topicsOf('company_domain'))
  return { domain: after }
}
