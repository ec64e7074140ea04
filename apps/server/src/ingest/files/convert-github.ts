import { z } from 'zod'
import { type Mapping, mappingSchema } from './github-mapping.ts'
import { Unmapped } from './unmapped.ts'

const update = z.object({ index: z.string(), status: z.string(), message: z.string() })

const githubIncident = z.object({
  id: z.string(),
  title: z.string(),
  impact: z.string(),
  started_at: z.string(),
  resolved_at: z.string().nullish(),
  components: z.array(z.string()).optional(),
  updates: z.array(update).min(1),
})
type GithubIncident = z.infer<typeof githubIncident>

/** Converts a github-statuses file to lines for `npx aviary import incidents`, sorted by start. Throws Unmapped. */
export function convertGithubIncidents(file: unknown, mappingFile: unknown): object[] {
  const mapping = mappingSchema.parse(mappingFile)
  const parsed = z.object({ records: z.array(githubIncident) }).safeParse(file)
  if (!parsed.success) throw new Unmapped(`This is no github-statuses file: ${z.prettifyError(parsed.error)}`)
  const { records } = parsed.data
  return records
    .filter(({ impact }) => !mapping.left_out.includes(impact))
    .sort((a, b) => a.started_at.localeCompare(b.started_at) || a.id.localeCompare(b.id))
    .map((record, index) => convert(record, mapping, mapping.first_number + index))
}

function convert(record: GithubIncident, mapping: Mapping, number: number): object {
  const isOpen = mapping.held_open.ids.includes(record.id)
  const updates = isOpen ? beforeResolution(record.updates) : record.updates
  if (!mapping.severity[record.impact] || !mapping.priority[record.impact])
    throw new Unmapped(`Incident ${record.id}: the mapping lacks the impact '${record.impact}'`)
  if (updates.length === 0)
    throw new Unmapped(`Incident ${record.id} cannot be held open: nothing was said before its resolution`)
  return {
    jira_id: `OPI-${number}`,
    priority_type: mapping.priority[record.impact],
    severity: mapping.severity[record.impact],
    status: isOpen ? 'INVESTIGATION' : 'RESOLVED',
    is_internal: mapping.internal.includes(record.id) ? 'Y' : 'N',
    details: [record.title, updates[0]?.message].filter(Boolean).join('\n\n'),
    affected_services: servicesOf(record, mapping),
    data_centers: dataCentersOf(record, mapping),
    ...cisOf(record, mapping),
    start_date: record.started_at,
    end_date: isOpen ? null : (record.resolved_at ?? null),
    messages: updates.map((update, index) => ({
      key: `${record.id}-${index + 1}`,
      title: titleOf(update, index, mapping),
      created_date: update.index,
      body: { en: toHtml(update.message) },
    })),
  }
}

function beforeResolution(updates: GithubIncident['updates']): GithubIncident['updates'] {
  const resolution = updates.findIndex(({ status }) => status === 'Resolved')
  return resolution === -1 ? updates : updates.slice(0, resolution)
}

function servicesOf({ id, components = [] }: GithubIncident, mapping: Mapping): string[] {
  const mapped = components.map((component) => {
    const service = mapping.services[component]
    if (!service) throw new Unmapped(`Incident ${id}: the mapping lacks the component '${component}'`)
    return service
  })
  if (mapped.length > 0) return [...new Set(mapped)]
  const { services } = mapping.without_components
  return services.slice(Number(id) % services.length, (Number(id) % services.length) + 1)
}

function dataCentersOf(
  { id, impact }: GithubIncident,
  { data_centers: { list, how_many } }: Mapping,
): string[] {
  const count = how_many[impact] ?? 1
  const indexes = Array.from({ length: count }, (_, step) => (Number(id) + 2 * step) % list.length)
  return indexes.flatMap((index) => list[index] ?? [])
}

function cisOf({ id, impact, started_at, components = [] }: GithubIncident, { cis, held_open }: Mapping) {
  const hasCis = started_at >= cis.from && (impact === cis.impact || held_open.ids.includes(id))
  const componentCis = hasCis ? components.flatMap((component) => cis.of_component[component] ?? []) : []
  return componentCis.length > 0 ? { cis: componentCis } : {}
}

function titleOf({ status, message }: z.infer<typeof update>, index: number, { titles }: Mapping): string {
  if (index === 0) return titles.first
  const explains = message.length >= titles.explanation_from_characters
  if (status === 'Resolved' && explains) return titles.resolved_with_explanation
  const title = titles[status]
  return typeof title === 'string' ? title : status
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const toHtml = (text: string): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .map(
      (part) =>
        `<p>${part.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign).replaceAll('\n', '<br />')}</p>`,
    )
    .join('')
