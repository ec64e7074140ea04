import { getBanner } from '@aviary/contract/banner/endpoints'
import { searchChanges } from '@aviary/contract/changes/endpoints'
import { changeType } from '@aviary/contract/changes/schemas'
import { listMaintenanceEvents } from '@aviary/contract/maintenance/endpoints'
import { getStatus } from '@aviary/contract/status/endpoints'
import { isQuiet } from '@aviary/contract/status/rules'
import { cellStatus } from '@aviary/contract/status/schemas'
import { z } from 'zod'
import { changeFacts, toChangeFacts } from './change-facts.ts'
import { fit, fitFrom } from './fit.ts'
import { INCIDENT_TOOLS } from './incident-tools.ts'
import { inParts, isAbout, moment, rest, type Tool, tool, toText } from './tool.ts'

const overviewTool = tool({
  name: 'status_overview',
  title: 'Status overview',
  description: 'What is not normal at the moment, by service and data center, and the banner on every page.',
  scope: 'read:status',
  input: z.object(inParts),
  output: {
    is_all_normal: z.boolean(),
    cells: z.number().int().describe('How many pairs of a service and a data center there are.'),
    troubled: z.array(z.object({ service: z.string(), data_center: z.string(), status: cellStatus })),
    banner: z.string().nullable().describe('Its text while it is shown.'),
    ...rest,
  },
  run: async ({ cursor }, ask) => {
    const matrix = await ask(getStatus)
    const cells = Object.entries(matrix).flatMap(([service, row]) =>
      Object.entries(row).map(([data_center, status]) => ({ service, data_center, status })),
    )
    const troubled = cells.filter(({ status }) => !isQuiet(status))
    const { data } = await ask(getBanner)
    const banner = data.display ? toText(data.text.en ?? '') : null
    const { items, next_cursor } = fitFrom(troubled, cursor)
    const is_all_normal = troubled.length === 0
    return { is_all_normal, cells: cells.length, troubled: items, banner, next_cursor }
  },
})

const PAGE = 20

const searchChangesTool = tool({
  name: 'search_changes',
  title: 'Search for changes',
  description: 'Changes by words, names and time, the newest first.',
  scope: 'read:changes',
  input: z.object({
    keyword: z.string().max(1_000).default('').describe('Words that a change has, any of them.'),
    services: z.array(z.string()).max(20).default([]),
    data_centers: z.array(z.string()).max(20).default([]).describe('By system name.'),
    cis: z.array(z.string()).max(20).default([]).describe('Configuration items by name.'),
    type: changeType.default('manual'),
    from: moment.optional(),
    to: moment.optional(),
    ...inParts,
  }),
  output: { changes: z.array(changeFacts), ...rest },
  run: async ({ keyword, services, data_centers, cis, type, from, to, cursor }, ask) => {
    const start = Number(cursor)
    const { rows, has_next_page } = await ask(searchChanges, {
      body: {
        search_params: {
          ...{ keyword, services, data_centers, cis },
          ...{ date_range_start: from ?? null, date_range_end: to ?? null },
        },
        ...{ change_type: type, results_per_page: PAGE, page_number: Math.floor(start / PAGE) + 1 },
      },
    })
    const found = rows.slice(start % PAGE).map(toChangeFacts)
    const { items, next_cursor } = fit(found, start, has_next_page)
    return { changes: items, next_cursor }
  },
})

const maintenanceTool = tool({
  name: 'list_maintenance',
  title: 'Maintenance',
  description: 'Planned maintenance that goes on or is still to come, the next first.',
  scope: 'read:maintenance',
  input: z.object({
    when: z.enum(['current', 'upcoming', 'both']).default('both'),
    data_center: z.string().max(200).optional().describe('Only in this data center, by its name.'),
    ...inParts,
  }),
  output: {
    events: z.array(
      z.object({
        ...{ id: z.number().int(), title: z.string(), start: moment, end: moment },
        ...{ data_centers: z.array(z.string()), is_internal: z.boolean(), is_current: z.boolean() },
      }),
    ),
    ...rest,
  },
  run: async ({ when, data_center, cursor }, ask, now) => {
    const { maintenance_events } = await ask(listMaintenanceEvents, { query: { notifications: 'N' } })
    const time = now.toISOString()
    const events = maintenance_events
      .filter(
        ({ cancelled_date, is_test, end_date }) => !cancelled_date && is_test === 'N' && end_date > time,
      )
      .filter(({ data_centers }) =>
        isAbout(
          data_centers.flatMap(({ name, system_name }) => [name, system_name]),
          data_center,
        ),
      )
      .map((event) => ({
        ...{ id: event.id, title: event.title, start: event.start_date, end: event.end_date },
        data_centers: event.data_centers.map(({ name }) => name),
        ...{ is_internal: event.is_internal === 'Y', is_current: event.start_date <= time },
      }))
      .filter(({ is_current }) => when === 'both' || is_current === (when === 'current'))
      .toSorted((a, b) => a.start.localeCompare(b.start))
    const { items, next_cursor } = fitFrom(events, cursor)
    return { events: items, next_cursor }
  },
})

export const TOOLS: readonly Tool[] = [overviewTool, ...INCIDENT_TOOLS, searchChangesTool, maintenanceTool]
