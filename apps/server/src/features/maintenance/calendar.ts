import type * as endpoints from '@aviary/contract/maintenance/endpoints'
import { toYesNo } from '@aviary/contract/rules'
import { type Call, Reply } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { etagOf, namesTag } from '../../http/etag.ts'
import {
  getDataCenterNames,
  listDataCenters,
  listMaintenanceFlags,
  listRetiredFlags,
} from '../reference/public.ts'
import { newSecret, sha256 } from '../session/public.ts'
import { languageOfCalendar } from './calendar-texts.ts'
import { toICalendar } from './icalendar.ts'
import * as queries from './queries.ts'

export type CalendarSettings = { publicUrl: string; providerName: string }

const ALL = 'all'
const DAY_MS = 24 * 60 * 60 * 1000
/** How long a calendar still contains an event after its end. */
const PAST_MS = 90 * DAY_MS

/**
 * Creates a person's calendar URLs and invalidates the earlier ones. The database stores only a hash of the
 * token.
 */
export async function createCalendarLink(
  call: Call<typeof endpoints.createCalendarLink>,
  { publicUrl }: CalendarSettings,
) {
  const { db, now } = call
  const token = newSecret()
  await queries.upsertCalendarToken(db, {
    userId: call.person().userId,
    tokenHash: sha256(token),
    createdAt: now,
  })
  const names = [ALL, ...(await listDataCenters(db)).map(({ system_name }) => system_name)]
  return {
    links: names.map((name) => ({
      data_center: name,
      address: `${publicUrl}/api/maintenance_calendar/${token}/${encodeURIComponent(name)}.ics`,
    })),
  }
}

export async function getCalendarLink(call: Call<typeof endpoints.getCalendarLink>) {
  const since = await queries.getCalendarTokenDate(call.db, call.person().userId)
  return { has_link: toYesNo(since !== undefined), created_date: since?.toISOString() ?? null }
}

export async function deleteCalendarLink(call: Call<typeof endpoints.deleteCalendarLink>) {
  return { had_link: toYesNo(await queries.deleteCalendarToken(call.db, call.person().userId)) }
}

/**
 * Returns the iCalendar file. An unknown token and an unknown file give the same 404, so that guesses reveal
 * nothing.
 */
export async function getCalendar(call: Call<typeof endpoints.getCalendar>, settings: CalendarSettings) {
  const { db, params, query, now } = call
  const dataCenters = await getDataCenterNames(db)
  const name = params.file.endsWith('.ics') ? params.file.slice(0, -'.ics'.length) : ''
  const isKnown = name === ALL || dataCenters.has(name)
  if (!(await queries.hasCalendarToken(db, sha256(params.token))) || !isKnown)
    throw new NotFound('There is no calendar at this address; make a new one in Aviary')
  const since = new Date(now.getTime() - PAST_MS)
  const events = await queries.listEventsSince(db, since, name === ALL ? undefined : name)
  const flags = [...(await listMaintenanceFlags(db)), ...(await listRetiredFlags(db))]
  const text = toICalendar(events, {
    ...settings,
    language: languageOfCalendar(query.locale),
    dataCenter: dataCenters.get(name),
    dataCenters,
    flags: new Map(flags.map((flag) => [flag.system_name, flag.name])),
  })
  const headers = { ...toHeaders(name), etag: etagOf(text) }
  if (namesTag(call.headers['if-none-match'], headers.etag)) return new Reply('', { status: 304, headers })
  return new Reply(text, { headers })
}

const toHeaders = (name: string): Record<string, string> => ({
  'content-type': 'text/calendar; charset=utf-8',
  'content-disposition': `inline; filename="maintenance-${name.replace(/[^\w.-]/g, '_')}.ics"`,
  'cache-control': 'private, max-age=300',
})
