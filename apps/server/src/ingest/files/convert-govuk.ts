import { z } from 'zod'
import { type GovukMapping, govukMapping } from './govuk-mapping.ts'
import { Unmapped } from './unmapped.ts'

const at = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const deployment = z.object({
  sha: z.string(),
  at,
  app: z.string(),
  tag: z.string(),
  environment: z.string(),
})
const commit = z.object({ sha: z.string(), at, by: z.string(), summary: z.string() })
type Deployment = z.infer<typeof deployment>
type Commit = z.infer<typeof commit>

/**
 * Converts the two govuk-helm-charts files, automated deployments and manual commits, to lines for `npx aviary
 * import changes`, sorted by time. Throws Unmapped if a file is malformed or the mapping lacks a name.
 */
export function convertGovukChanges(autoFile: unknown, manualFile: unknown, mappingFile: unknown): object[] {
  const mapping = govukMapping.parse(mappingFile)
  const autos = inOrder(readRecords(autoFile, deployment, 'automated'))
  const manuals = inOrder(readRecords(manualFile, commit, 'manual'))
  const find = namesIn(mapping)
  const changes = [
    ...autos.map((record) => ({ at: record.at, change: toAuto(record, mapping) })),
    ...manuals.map((record, index) => ({
      at: record.at,
      change: toManual(record, { mapping, find, ticket: `CHG-${mapping.first_ticket + index}` }),
    })),
  ]
  return changes.sort((a, b) => a.at.getTime() - b.at.getTime()).map(({ change }) => change)
}

function readRecords<T>(file: unknown, record: z.ZodType<T>, what: string): T[] {
  const parsed = z.object({ records: z.array(record) }).safeParse(file)
  if (parsed.success) return parsed.data.records
  throw new Unmapped(`This is no file of ${what} govuk-helm-charts changes: ${z.prettifyError(parsed.error)}`)
}

const inOrder = <T extends { at: Date; sha: string }>(records: readonly T[]): T[] =>
  records.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.sha < b.sha ? -1 : 1))

const SOURCE = 'govuk-helm-charts'

function toAuto({ sha, at, app, tag, environment }: Deployment, mapping: GovukMapping): object {
  const { owner, repo } = mapping.github
  const service = serviceOf(app, mapping)
  const dataCenters = mapping.data_centers[environment]
  if (!service) throw new Unmapped(`Change ${sha}: the mapping lacks the application '${app}'`)
  if (!dataCenters) throw new Unmapped(`Change ${sha}: the mapping lacks the environment '${environment}'`)
  const moment = toText(at)
  return {
    source: SOURCE,
    key: sha,
    change_type: 'auto',
    summary: `Deploy ${app} ${tag} to ${environment}`,
    description: `${app} ${tag} is deployed to ${environment}: an automated commit to ${owner}/${repo}.`,
    status: mapping.auto.status,
    catalog_type: mapping.auto.catalog_type,
    actual_start: moment,
    actual_end: moment,
    created_on: moment,
    data_centers: dataCenters,
    services: [service],
    cis: [app],
    github_owner: owner,
    github_repo: repo,
    github_sha: sha,
    github_tag: tag,
  }
}

const serviceOf = (app: string, { services }: GovukMapping): string | undefined =>
  Object.keys(services).find((service) => services[service]?.includes(app))

const toText = (moment: Date): string => moment.toISOString().replace('.000Z', 'Z')

type Names = { services: string[]; cis: string[]; dataCenters: string[] }
type Find = (summary: string) => Names

function toManual(
  record: Commit,
  { mapping, find, ticket }: { mapping: GovukMapping; find: Find; ticket: string },
): object {
  const { services, cis, dataCenters } = find(record.summary)
  const { owner, repo } = mapping.github
  return {
    source: SOURCE,
    key: record.sha,
    change_type: 'manual',
    ticket_id: ticket,
    summary: record.summary,
    description: `Commit ${record.sha} to ${owner}/${repo}.`,
    ...timesOf(record, mapping),
    submitted_by: record.by,
    created_on: toText(record.at),
    data_centers: dataCenters,
    services,
    cis,
  }
}

function timesOf({ sha, at }: Commit, { manual, held }: GovukMapping): object {
  const start = toText(at)
  const end = toText(new Date(at.getTime() + held.hours * 3_600_000))
  if (held.not_started.shas.includes(sha)) return { status: held.not_started.status }
  if (held.in_progress.shas.includes(sha)) return { status: held.in_progress.status, actual_start: start }
  if (held.planned.shas.includes(sha))
    return { status: held.planned.status, planned_start: start, planned_end: end }
  return { status: manual.status, actual_start: start, actual_end: start }
}

/**
 * Finds the CI and environment names in a commit's summary. Longer names are searched first and cut out of
 * the text, so that `publisher` is not found in `content-publisher`.
 */
function namesIn(mapping: GovukMapping): Find {
  const { no_applications, other_cis } = mapping.manual
  const apps = Object.values(mapping.services)
    .flat()
    .filter((app) => !no_applications.includes(app))
  const names = [...apps, ...other_cis].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
  const patterns = names.map((name) => ({ name, pattern: wordOf(name) }))
  const environments = Object.keys(mapping.data_centers).map((name) => ({ name, pattern: wordOf(name) }))
  return (summary) => {
    let rest = summary
    const matches: string[] = []
    for (const { name, pattern } of patterns) {
      const without = rest.replaceAll(pattern, ' ')
      if (without !== rest) matches.push(name)
      rest = without
    }
    const cis = names.filter((name) => matches.includes(name)).toSorted()
    const environmentNames = environments.filter(({ pattern }) => summary.search(pattern) >= 0)
    return {
      cis,
      services: [...new Set(cis.flatMap((ci) => serviceOf(ci, mapping) ?? []))],
      dataCenters: environmentNames.flatMap(({ name }) => mapping.data_centers[name] ?? []),
    }
  }
}

const wordOf = (name: string): RegExp =>
  new RegExp(`(?<![\\w-])${name.replaceAll('.', '\\.').replaceAll('-', '[- ]')}(?![\\w-])`, 'gi')
