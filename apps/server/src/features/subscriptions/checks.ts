import { domainOf } from '@aviary/contract/reference/domain-rules'
import { actionNameOf, type Guarded, mayCall } from '@aviary/contract/rights'
import type * as endpoints from '@aviary/contract/subscriptions/endpoints'
import { CATEGORIES, type Category, internalAlertTypes } from '@aviary/contract/subscriptions/rules'
import type { Db } from '../../database/open.ts'
import type { Author } from '../../http/call.ts'
import { Forbidden, InvalidInput } from '../../http/errors.ts'
import type { MailSettings } from '../../mail/public.ts'
import { getRights } from '../session/public.ts'

export const isOwnAddress = ({ person }: Author, email: string): boolean =>
  person?.email.toLowerCase() === email.toLowerCase()

/** Whether an address is in one of our own domains. Reminders are for these only. */
export const isOwnDomain = (
  email: string,
  { internalDomains }: Pick<MailSettings, 'internalDomains'>,
): boolean => internalDomains.includes(domainOf(email))

/** Throws Forbidden unless the address is the author's own or the author has the right `rightForOthers`. */
export function requireAccess(author: Author, email: string, rightForOthers: Guarded): void {
  const isOwn = author.owner?.email.toLowerCase() === email.toLowerCase()
  if (isOwn || author.may(rightForOthers)) return
  throw new Forbidden(
    `You may see and change your own subscriptions; those of others need the action '${actionNameOf(rightForOthers)}'`,
  )
}

export const seesInternalTypes = ({ may }: Pick<Author, 'may'>): boolean => may(internalAlertTypes)

/**
 * Like `seesInternalTypes`, for a person who is not signed in but followed the link in a mail to this address. False
 * for addresses outside our own domains.
 */
export async function mayChooseInternalTypes(
  db: Db,
  { email, internalDomains }: { email: string; internalDomains: readonly string[] },
): Promise<boolean> {
  if (!isOwnDomain(email, { internalDomains })) return false
  const rights = await getRights(db, email)
  return rights !== undefined && mayCall(rights, internalAlertTypes)
}

export type Fault = { path: string; message: string }
const MAX_FAULTS = 20

/** Throws InvalidInput if there are any faults. */
export function refuse(faults: readonly Fault[]): void {
  if (faults.length === 0) return
  const reported = faults.slice(0, MAX_FAULTS)
  throw new InvalidInput(reported.map(({ path, message }) => `${path}: ${message}`).join('; '), reported)
}

/** Names for the items of each list in error texts. */
const WORDS: Record<string, string> = {
  services: 'service',
  data_centers: 'data center',
  alert_types: 'alert type',
  notification_types: 'notification type',
}

/** Lists a fault for each choice that is not offered. */
export function findUnknown(
  chosen: endpoints.ChosenSubscriptions,
  offered: endpoints.SubscriptionOptions,
): Fault[] {
  return CATEGORIES.flatMap((category) => {
    const known: Record<string, readonly { id: string | number }[]> = offered[category]
    return Object.entries<readonly (string | number)[]>(chosen[category]).flatMap(([list, ids]) =>
      ids.flatMap((id, index) => {
        if (known[list]?.some((option) => option.id === id)) return []
        return {
          path: `body.subscriptions.${category}.${list}.${index}`,
          message: toMessage(category, list, id),
        }
      }),
    )
  })
}

const toMessage = (category: Category, list: string, id: string | number): string => {
  const priority = list === 'alert_types' ? `${category} ` : ''
  return `there is no ${priority}${WORDS[list]} ${typeof id === 'number' ? id : `'${id}'`}`
}

/** spec 2 §5: in each category a person chooses either nothing at all or something in every list. */
export const toIncompleteFaults = (categories: readonly Category[]): Fault[] =>
  categories.map((category) => ({
    path: `body.subscriptions.${category}`,
    message: 'Please ensure at least one box is checked per category.',
  }))
