import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import type { NotificationType } from '@aviary/contract/notifications/rules'
import type { PriorityType } from '@aviary/contract/rules'
import type * as endpoints from '@aviary/contract/subscriptions/endpoints'
import { CATEGORIES, type Category, LISTS, type ListName } from '@aviary/contract/subscriptions/rules'
import type { Call } from '../../http/call.ts'
import {
  createPersonalMail,
  type MailSettings,
  mailTexts,
  renderContent,
  UNSUBSCRIBE_MARK,
} from '../../mail/public.ts'
import { listLanguages } from '../reference/public.ts'
import { changeTexts } from './change-texts.ts'
import { getOffer, type Offer } from './options.ts'
import type { SubscriberRow } from './queries.ts'

const MESSAGE_TYPE = 'Subscriptions Changed'

type Change = {
  subscriber: SubscriberRow
  before: endpoints.ChosenSubscriptions
  after: endpoints.ChosenSubscriptions
  /** The new choice of reminders; `subscriber` has the one before. */
  reminders: readonly PriorityType[]
}
type Choice = { id: string | number; name: string; translations?: Record<string, string> | undefined }
type ListChange = { category: Category; list: ListName; added: Choice[]; removed: Choice[] }

/**
 * Mails a person, in their own language, what somebody else changed in their subscriptions; sends nothing if
 * there is no change that the person may see.
 */
export async function mailChange(
  call: Call<typeof endpoints.subscribe>,
  change: Change,
  settings: MailSettings,
) {
  const { db, caller, now } = call
  const { subscriber } = change
  const domain = subscriber.email.slice(subscriber.email.lastIndexOf('@') + 1).toLowerCase()
  const isInternal = settings.internalDomains.includes(domain)
  const offer = await getOffer(db, { seesInternal: true, providerName: settings.providerName })
  const changed = listChanges(change, offer)
  // Names of internal alert types are for internal addresses only, as are the mails of these types.
  const lists = isInternal ? changed : changed.map(withoutInternal).filter(isChanged)
  const reminders = {
    added: change.reminders.filter((priority) => !subscriber.reminders.includes(priority)),
    removed: subscriber.reminders.filter((priority) => !change.reminders.includes(priority)),
  }
  if (lists.length === 0 && !isChanged(reminders)) return
  // People outside cannot sign in, so they get a personal link. Stored mails hold only a mark in its place; the mail
  // worker inserts the link.
  const link = isInternal ? `${settings.publicUrl}/subscriptions` : UNSUBSCRIBE_MARK
  const changedBy = isInternal ? caller : undefined
  const renderIn = (locale: string) => renderChange({ locale, lists, reminders, changedBy, link }, settings)
  const { email, subscriberId } = subscriber
  const isActive = (await listLanguages(db)).includes(subscriber.locale)
  const locale = isActive ? subscriber.locale : FALLBACK_LOCALE
  await createPersonalMail(
    db,
    {
      kind: 'subscription_change',
      reference: `SUB-${subscriber.subscriberId}`,
      messageType: MESSAGE_TYPE,
      audience: isInternal ? 'INTERNAL' : 'EXTERNAL',
      contents: { [FALLBACK_LOCALE]: renderIn(FALLBACK_LOCALE), [locale]: renderIn(locale) },
      createdBy: caller,
      recipient: {
        ...{ email, locale, timeZone: subscriber.timeZone },
        internalDomains: settings.internalDomains,
        subscriberId: isInternal ? undefined : subscriberId,
      },
    },
    now,
  )
  call.changed('mails')
}

const isChanged = ({ added, removed }: { added: readonly unknown[]; removed: readonly unknown[] }): boolean =>
  added.length + removed.length > 0

const withoutInternal = ({ added, removed, ...listKey }: ListChange): ListChange => {
  const isShown = ({ name }: Choice) => listKey.list !== 'alert_types' || !isInternalTitle(name)
  return { ...listKey, added: added.filter(isShown), removed: removed.filter(isShown) }
}

/** The lists to which something was added or from which something was removed. */
function listChanges({ before, after }: Change, { options, retired }: Offer): ListChange[] {
  const listKeys = CATEGORIES.flatMap((category) => LISTS[category].map((list) => ({ category, list })))
  return listKeys
    .map(({ category, list }) => {
      const getIds = (chosen: endpoints.ChosenSubscriptions) =>
        (chosen[category] as Partial<Record<ListName, (string | number)[]>>)[list] ?? []
      const offered = (options[category] as Partial<Record<ListName, Choice[]>>)[list]
      const retiredNames = (retired as Partial<Record<ListName, ReadonlyMap<string | number, string>>>)[list]
      const getChoice = (id: string | number): Choice =>
        offered?.find((option) => option.id === id) ?? { id, name: retiredNames?.get(id) ?? String(id) }
      const [idsBefore, idsAfter] = [getIds(before), getIds(after)]
      return {
        category,
        list,
        added: idsAfter.filter((id) => !idsBefore.includes(id)).map(getChoice),
        removed: idsBefore.filter((id) => !idsAfter.includes(id)).map(getChoice),
      }
    })
    .filter(isChanged)
}

type ChangeMail = {
  locale: string
  lists: readonly ListChange[]
  reminders: { added: readonly string[]; removed: readonly string[] }
  /** Undefined for people outside, who do not learn who works here. */
  changedBy: string | undefined
  link: string
}

function renderChange(
  { locale, lists, reminders, changedBy, link }: ChangeMail,
  { providerName }: MailSettings,
) {
  const texts = changeTexts(locale)
  const { services, dataCenters } = mailTexts(locale)
  const listNames: Record<ListName, string> = {
    services,
    data_centers: dataCenters,
    alert_types: texts.alertTypes,
    notification_types: texts.notificationTypes,
  }
  const categoryNames: Record<Category, string> = { P1: 'P1', P2: 'P2', notifications: texts.notifications }
  const toNames = (list: ListName, choices: readonly Choice[]) =>
    choices
      .map(({ id, name, translations }) => {
        const type = list === 'notification_types' ? texts.types[id as NotificationType] : undefined
        return type?.replace('{{provider}}', () => providerName) ?? (translations?.[locale] || name)
      })
      .join(', ')
  const toLines = ({ added, removed }: { added: string; removed: string }) =>
    [
      ...(added ? [`${texts.added}: ${added}`] : []),
      ...(removed ? [`${texts.removed}: ${removed}`] : []),
    ].join('\n')
  const describe = ({ list, added, removed }: ListChange) =>
    toLines({ added: toNames(list, added), removed: toNames(list, removed) })
  return renderContent({
    locale,
    providerName,
    subject: texts.title,
    heading: texts.title,
    bodyHtml: '',
    facts: [
      ...(changedBy ? [[texts.changedBy, changedBy] as const] : []),
      ...lists.map(
        (change) =>
          [`${categoryNames[change.category]} · ${listNames[change.list]}`, describe(change)] as const,
      ),
      ...(isChanged(reminders)
        ? [
            [
              texts.reminders,
              toLines({ added: reminders.added.join(', '), removed: reminders.removed.join(', ') }),
            ] as const,
          ]
        : []),
    ],
    link: { text: texts.link, address: link },
    isInternal: false,
    because: 'subscriptions_changed',
  })
}
