import { fill } from '@aviary/contract/fill'
import ical, {
  ICalCalendarMethod,
  ICalEventBusyStatus,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { chooseText, folderOf, joinNames, type Site } from '../pages/frame.ts'
import type { PublicMaintenance } from '../snapshot/schema.ts'
import type { StatusFile } from '../status-file.ts'
import { addressOf, FIXED_HOST } from './addresses.ts'
import { toText } from './clean-text.ts'
import { maintenanceTitle } from './maintenance-title.ts'
import { CALENDAR } from './names.ts'

const REFRESH_SECONDS = 60 * 60
/** Characters of a description; its page has the whole text. */
const MOST_TEXT = 4_000

/** Published maintenance as an iCalendar file (RFC 5545), times in UTC. The same maintenance gives the same text. */
export function renderCalendar(site: Site): StatusFile {
  const { status, locale, texts } = site
  const { provider } = status.page
  const calendar = ical({
    name: `${fill(texts.title, { provider })} · ${texts.calendar}`,
    prodId: { company: provider, product: 'Aviary status page', language: locale.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
    events: status.maintenance.map((event) => toCalendarEvent(event, site)),
  })
  return {
    ...{ name: folderOf(locale) + CALENDAR, type: 'text/calendar; charset=utf-8', isShared: true },
    content: `${calendar.toString()}\r\n`,
  }
}

function toCalendarEvent(event: PublicMaintenance, site: Site): ICalEventData {
  const { status, locale } = site
  const [start, end, changed] = [event.starts_at, event.ends_at, event.updated_at].map(
    (at) => new Date(at),
  ) as [Date, Date, Date]
  const text = toText(chooseText(event.notices[0]?.bodies ?? {}, locale).text, MOST_TEXT)
  return {
    // Calendars know an event by this for years, so that it says nothing of where the page is.
    id: `${event.id}@${FIXED_HOST}`,
    sequence: event.version,
    stamp: changed,
    lastModified: changed,
    start,
    // An end must be later than its start (RFC 5545 §3.8.2.2); an event without an end takes no time.
    end: end > start ? end : null,
    summary: maintenanceTitle(event, site),
    description: { plain: text },
    location: joinNames(event.data_centers, locale),
    ...(status.page.url !== null && {
      url: addressOf(status, `${folderOf(locale)}maintenance/${event.id}/`),
    }),
    status: event.state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    // The event is shown without marking the person as busy.
    transparency: ICalEventTransparency.TRANSPARENT,
    busystatus: ICalEventBusyStatus.FREE,
  }
}
