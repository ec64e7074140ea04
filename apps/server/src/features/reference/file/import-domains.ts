import type { CompanyDomain } from '@aviary/contract/reference/record-schemas'
import type { Db } from '../../../database/open.ts'
import { InvalidInput } from '../../../http/errors.ts'
import * as queries from '../domains/queries.ts'
import { requireNewDomain, toListedDomain } from '../domains/read-domain.ts'
import { presentDomain } from '../domains/write-domain.ts'
import type { LineFault } from './find-faults.ts'
import type { NumberedDomain } from './read-lines.ts'

type ByDomain = ReadonlyMap<string, queries.CompanyDomainRow>
/** `named`: the domains in the file; `before`: the stored domains. */
export type DomainPlan = { named: ReadonlyMap<string, queries.NewCompanyDomain>; before: ByDomain }
export type DomainChange = {
  kind: 'company_domain'
  before: CompanyDomain | null
  after: CompanyDomain | null
}

/**
 * The caller must hold the lock of the records. The plan is undefined if there are no lines: the stored
 * domains then stay.
 */
export async function planDomains(
  db: Db,
  lines: readonly NumberedDomain[],
  internalDomains: readonly string[],
): Promise<{ plan?: DomainPlan; faults: LineFault[] }> {
  if (lines.length === 0) return { faults: [] }
  const before = await listByDomain(db)
  const named = new Map<string, queries.NewCompanyDomain>()
  const lineOf = new Map<string, number>()
  const faults: LineFault[] = []
  for (const { line, domain: written } of lines) {
    const names = before.get(toListedDomain(written.domain)) ?? readNewDomain(written.domain, internalDomains)
    if ('message' in names) {
      faults.push({ line, ...names })
      continue
    }
    const { domain, unicodeDomain } = names
    const earlier = lineOf.get(domain)
    if (earlier !== undefined)
      faults.push({ line, message: `domain: ${domain} is on line ${earlier} already` })
    lineOf.set(domain, earlier ?? line)
    named.set(domain, { domain, unicodeDomain, companyId: written.company_id })
  }
  return { plan: { named, before }, faults }
}

function readNewDomain(text: string, internalDomains: readonly string[]) {
  try {
    return requireNewDomain(text, internalDomains)
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return { message: error.message.replace(/^body\./, '') }
  }
}

/**
 * Replaces the stored domains by those in the file. Any domain can be deleted, because no other record refers
 * to domains.
 */
export async function applyDomains(db: Db, { named, before }: DomainPlan): Promise<DomainChange[]> {
  const deleted = [...before.keys()].filter((domain) => !named.has(domain))
  if (deleted.length > 0) await queries.deleteCompanyDomains(db, deleted)
  await queries.upsertCompanyDomains(db, [...named.values()])
  const after = await listByDomain(db)
  return [...new Set([...before.keys(), ...named.keys()])].flatMap((domain) => {
    const [was, is] = [before.get(domain), after.get(domain)]
    return was?.version === is?.version
      ? []
      : [{ kind: 'company_domain', before: present(was), after: present(is) }]
  })
}

const present = (row: queries.CompanyDomainRow | undefined) => (row ? presentDomain(row) : null)

const listByDomain = async (db: Db): Promise<ByDomain> =>
  new Map((await queries.listCompanyDomains(db)).map((row) => [row.domain, row]))
