import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { offsetMinutes, wallTime } from '@aviary/contract/maintenance/pacific'
import { eventReference } from '@aviary/contract/maintenance/rules'
import type { Audience } from '@aviary/contract/messages/rules'
import type { NotificationType } from '@aviary/contract/notifications/rules'
import type { Db } from '../../database/open.ts'
import { withoutDeepTags } from '../../html/body-limits.ts'
import {
  inEachLanguage,
  type MailSettings,
  mailTexts,
  type NotificationCriteria,
  renderContent,
  withStructureStyles,
} from '../../mail/public.ts'
import type { EventRow } from '../maintenance/public.ts'
import { getDataCenterNames, namesOf } from '../reference/public.ts'

/** What of a notification its mail is made of. */
export type Mailable = {
  type: NotificationType
  title: string
  /** Sanitized, by language; English is among them. */
  body: Record<string, string>
  subject: Record<string, string>
  isInternal: boolean
  isTest: boolean
  startDate: Date | null
  endDate: Date | null
}

/** What is internal or a test of any part of it stays within the house. */
export const audienceOf = (notification: Mailable, event: EventRow): Audience =>
  event.isInternal || event.isTest || notification.isInternal || notification.isTest ? 'INTERNAL' : 'EXTERNAL'

export const criteriaOf = (
  notification: Mailable,
  event: EventRow,
  { internalDomains }: MailSettings,
): NotificationCriteria => ({
  category: 'notifications',
  dataCenters: event.dataCenters,
  notificationType: notification.type,
  domains: audienceOf(notification, event) === 'INTERNAL' ? internalDomains : undefined,
})

/** The mail in each language that the notification has a body in. */
export async function contentsOf(
  db: Db,
  { notification, event }: { notification: Mailable; event: EventRow },
  settings: MailSettings,
) {
  const dataCenters = namesOf(event.dataCenters, await getDataCenterNames(db))
  const english = notification.subject[FALLBACK_LOCALE] || notification.title
  return inEachLanguage(notification.body, (locale, bodyHtml) => {
    const texts = mailTexts(locale)
    return renderContent({
      locale,
      providerName: settings.providerName,
      subject: notification.subject[locale] || english,
      heading: notification.title,
      facts: [
        [texts.dataCenters, dataCenters],
        [texts.starts, bothTimes(notification.startDate ?? event.startDate)],
        [texts.ends, bothTimes(notification.endDate ?? event.endDate)],
      ],
      bodyHtml: withStructureStyles(withoutDeepTags(bodyHtml)),
      particulars: [],
      link: {
        text: texts.maintenance,
        address: `${settings.publicUrl}/maintenance_event/review/${event.eventId}`,
      },
      isInternal: audienceOf(notification, event) === 'INTERNAL',
      because: 'subscribed',
    })
  })
}

const minute = (wall: string): string => wall.slice(0, 16).replace('T', ' ')

/** Maintenance is planned in Pacific time and read everywhere: `2026-11-21 10:00 PST (2026-11-21 18:00 UTC)`. */
function bothTimes(at: Date): string {
  const zone = offsetMinutes(at.getTime()) === -420 ? 'PDT' : 'PST'
  return `${minute(wallTime(at.getTime()))} ${zone} (${minute(at.toISOString())} UTC)`
}

export const referenceOf = (event: EventRow): string => eventReference(event.eventId)
