import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import type * as endpoints from '@aviary/contract/subscriptions/endpoints'
import { CATEGORIES, type Category, LISTS, type ListName } from '@aviary/contract/subscriptions/rules'
import type { Call } from '../../http/call.ts'
import { createPersonalMail, type MailSettings, mailTexts, renderContent } from '../../mail/public.ts'
import { changeTexts } from './change-texts.ts'
import { getOffer } from './options.ts'
import type { SubscriberRow } from './queries.ts'

const MESSAGE_TYPE = 'Subscriptions Changed'

type Change = {
  subscriber: SubscriberRow
  before: endpoints.ChosenSubscriptions
  after: endpoints.ChosenSubscriptions
}
type ListChange = { category: Category; list: ListName; added: string[]; removed: string[] }

/** Mails somebody what another person changed of their subscriptions, in their own language; nothing when that is nothing. */
export async function tellOfChange(
  call: Call<typeof endpoints.subscribe>,
  change: Change,
  settings: MailSettings,
) {
  const { db, caller, now } = call
  const { subscriber } = change
  const domain = subscriber.email.slice(subscriber.email.lastIndexOf('@') + 1).toLowerCase()
  const isInternal = settings.internalDomains.includes(domain)
  const { options } = await getOffer(db, { seesInternal: true, providerName: settings.providerName })
  const changed = changedLists(change, options)
  // What internal alert types are called is for internal addresses only, and so are the mails of these types.
  const lists = isInternal ? changed : changed.map(withoutInternal).filter(isChanged)
  if (lists.length === 0) return
  const contentIn = (locale: string) => contentOf({ locale, lists, changedBy: caller }, settings)
  const { email, locale, companyId } = subscriber
  await createPersonalMail(
    db,
    {
      kind: 'subscription_change',
      reference: `SUB-${subscriber.subscriberId}`,
      messageType: MESSAGE_TYPE,
      audience: isInternal ? 'INTERNAL' : 'EXTERNAL',
      contents: { [FALLBACK_LOCALE]: contentIn(FALLBACK_LOCALE), [locale]: contentIn(locale) },
      createdBy: caller,
      recipient: { email, locale, companyId },
    },
    now,
  )
  call.changed('mails')
}

const isChanged = ({ added, removed }: ListChange): boolean => added.length + removed.length > 0

const withoutInternal = ({ added, removed, ...place }: ListChange): ListChange => {
  const isShown = (name: string) => place.list !== 'alert_types' || !isInternalTitle(name)
  return { ...place, added: added.filter(isShown), removed: removed.filter(isShown) }
}

/** The lists of which something was added or removed, with the names that people read. */
function changedLists({ before, after }: Change, options: endpoints.SubscriptionOptions): ListChange[] {
  const places = CATEGORIES.flatMap((category) => LISTS[category].map((list) => ({ category, list })))
  return places
    .map(({ category, list }) => {
      const idsIn = (chosen: endpoints.ChosenSubscriptions) =>
        (chosen[category] as Partial<Record<ListName, (string | number)[]>>)[list] ?? []
      const offered = (
        options[category] as Partial<Record<ListName, { id: string | number; name: string }[]>>
      )[list]
      const nameOf = (id: string | number) => offered?.find((option) => option.id === id)?.name ?? String(id)
      const [was, is] = [idsIn(before), idsIn(after)]
      return {
        category,
        list,
        added: is.filter((id) => !was.includes(id)).map(nameOf),
        removed: was.filter((id) => !is.includes(id)).map(nameOf),
      }
    })
    .filter(isChanged)
}

type Told = { locale: string; lists: readonly ListChange[]; changedBy: string }

function contentOf({ locale, lists, changedBy }: Told, { providerName, publicUrl }: MailSettings) {
  const texts = changeTexts(locale)
  const { services, dataCenters } = mailTexts(locale)
  const nameOfList: Record<ListName, string> = {
    services,
    data_centers: dataCenters,
    alert_types: texts.alertTypes,
    notification_types: texts.notificationTypes,
  }
  const nameOfCategory: Record<Category, string> = { P1: 'P1', P2: 'P2', notifications: texts.notifications }
  const linesOf = ({ added, removed }: ListChange) =>
    [
      ...(added.length > 0 ? [`${texts.added}: ${added.join(', ')}`] : []),
      ...(removed.length > 0 ? [`${texts.removed}: ${removed.join(', ')}`] : []),
    ].join('\n')
  return renderContent({
    locale,
    providerName,
    subject: texts.title,
    heading: texts.title,
    facts: [[texts.changedBy, changedBy]],
    bodyHtml: '',
    particulars: lists.map((change) => [
      `${nameOfCategory[change.category]} · ${nameOfList[change.list]}`,
      linesOf(change),
    ]),
    link: { text: texts.link, address: `${publicUrl}/subscriptions` },
    isInternal: false,
    because: 'subscriptions_changed',
  })
}
