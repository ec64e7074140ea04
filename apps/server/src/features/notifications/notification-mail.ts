import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { offsetMinutes, wallTime } from '@aviary/contract/maintenance/pacific'
import { eventReference } from '@aviary/contract/maintenance/rules'
import type { Audience } from '@aviary/contract/messages/rules'
import type { NotificationType } from '@aviary/contract/notifications/rules'
import type { Db } from '../../database/open.ts'
import { withoutDeepTags } from '../../html/body-limits.ts'
import {
  addressOutside,
  type Fact,
  inEachLanguage,
  type MailSettings,
  mailTexts,
  type NotificationCriteria,
  renderContent,
  statusPageLink,
  withStructureStyles,
} from '../../mail/public.ts'
import type { EventRow } from '../maintenance/public.ts'
import { getMaintenancePage, getPublicId } from '../published/public.ts'
import { getDataCenterNames, joinDisplayNames } from '../reference/public.ts'

/** The parts of a notification that its mail uses. */
export type Mailable = {
  type: NotificationType
  title: string
  /** Sanitized bodies by language; English is always included. */
  body: Record<string, string>
  subject: Record<string, string>
  isInternal: boolean
  isTest: boolean
  startDate: Date | null
  endDate: Date | null
}

/** Internal when the event or the notification is internal or a test. */
export const getAudience = (notification: Mailable, event: EventRow): Audience =>
  event.isInternal || event.isTest || notification.isInternal || notification.isTest ? 'INTERNAL' : 'EXTERNAL'

export const getCriteria = (
  notification: Mailable,
  event: EventRow,
  { internalDomains }: MailSettings,
): NotificationCriteria => ({
  category: 'notifications',
  dataCenters: event.dataCenters,
  notificationType: notification.type,
  domains: getAudience(notification, event) === 'INTERNAL' ? internalDomains : undefined,
})

/** Renders one mail for each language in which the notification has a body. */
export async function renderContents(
  db: Db,
  { notification, event }: { notification: Mailable; event: EventRow },
  settings: MailSettings,
) {
  const dataCenters = joinDisplayNames(event.dataCenters, await getDataCenterNames(db))
  const isInternal = getAudience(notification, event) === 'INTERNAL'
  const page = await getMaintenancePage(db, event.eventId)
  const english = notification.subject[FALLBACK_LOCALE] || notification.title
  return inEachLanguage(notification.body, (locale, bodyHtml) => {
    const texts = mailTexts(locale)
    return renderContent({
      locale,
      providerName: settings.providerName,
      subject: notification.subject[locale] || english,
      heading: notification.title,
      facts: getFacts(notification, event, { dataCenters, locale }),
      bodyHtml: withStructureStyles(withoutDeepTags(bodyHtml)),
      link: isInternal
        ? {
            text: texts.maintenance,
            address: `${settings.publicUrl}/maintenance_event/review/${event.eventId}`,
          }
        : statusPageLink(addressOutside(settings.statusSite, { page, locale }), texts),
      isInternal,
      because: 'subscribed',
    })
  })
}

/** Labels and values of a notification in one language. */
export function getFacts(
  { startDate, endDate }: Pick<Mailable, 'startDate' | 'endDate'>,
  event: EventRow,
  { dataCenters, locale }: { dataCenters: string; locale: string },
): Fact[] {
  const texts = mailTexts(locale)
  const [start, end] = [startDate ?? event.startDate, endDate ?? event.endDate]
  return [
    [texts.dataCenters, dataCenters],
    [texts.starts, formatTimes(start), start],
    [texts.ends, formatTimes(end), end],
  ]
}

const toMinute = (wall: string): string => wall.slice(0, 16).replace('T', ' ')

/** Pacific time, in which maintenance is planned, and UTC: `2026-11-21 10:00 PST (2026-11-21 18:00 UTC)`. */
function formatTimes(date: Date): string {
  const zone = offsetMinutes(date.getTime()) === -420 ? 'PDT' : 'PST'
  return `${toMinute(wallTime(date.getTime()))} ${zone} (${toMinute(date.toISOString())} UTC)`
}

/** Mail programs group mails by `thread`, which is the same for all mails about an event. */
export const getSeries = async (db: Db, { eventId }: EventRow) => ({
  list: 'notifications' as const,
  thread: `maintenance.${await getPublicId(db, 'maintenance', eventId)}`,
})

export const getReference = (event: EventRow): string => eventReference(event.eventId)
