import type { MailChoicesForm } from '@aviary/contract/deliveries/endpoints'
import type { ChosenSubscriptions } from '@aviary/contract/subscriptions/endpoints'
import type { OptionKey } from '@aviary/contract/subscriptions/rules'
import { readForm } from '../../../http/read-form.ts'

export const fieldName = ({ category, list }: OptionKey): string => `${category}.${list}`

type Fields = Readonly<Record<string, readonly string[]>>

export const toChosen = (form: MailChoicesForm): ChosenSubscriptions => fromFields(form)

/** What was ticked in a form that was refused; undefined if nothing of it can be read. */
export function readTicks(rawBody: Buffer | undefined): ChosenSubscriptions | undefined {
  if (!rawBody) return undefined
  try {
    return fromFields(readForm(rawBody))
  } catch {
    return undefined // too many fields: no form of the page
  }
}

function fromFields(fields: Fields): ChosenSubscriptions {
  const texts = (name: string) => [...(fields[name] ?? [])]
  const priorityLists = (priority: 'P1' | 'P2') => ({
    services: texts(`${priority}.services`),
    data_centers: texts(`${priority}.data_centers`),
    alert_types: texts(`${priority}.alert_types`).map(Number),
  })
  return {
    P1: priorityLists('P1'),
    P2: priorityLists('P2'),
    notifications: {
      data_centers: texts('notifications.data_centers'),
      notification_types: texts('notifications.notification_types'),
    },
  }
}
