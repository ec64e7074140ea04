import { type MailChoicesForm, saveMailChoices } from '@aviary/contract/deliveries/endpoints'
import type { ChosenSubscriptions } from '@aviary/contract/subscriptions/endpoints'
import type { OptionKey } from '@aviary/contract/subscriptions/rules'
import { readForm } from '../../../http/read-form.ts'

export const fieldName = ({ category, list }: OptionKey): string => `${category}.${list}`

type Fields = Readonly<Record<string, readonly string[] | undefined>>

export const choicesOf = (form: MailChoicesForm): ChosenSubscriptions => fromFields(form)

/** The received part of a refused form. `asOf` is the last field: if undefined, the rest of the form was lost. */
type Arrived = { asOf: string | undefined; ticks: ChosenSubscriptions; timeZone: string | undefined }

/** Undefined if the form has more fields than the page sends. */
export function readRefused(rawBody: Buffer | undefined): Arrived | undefined {
  try {
    const fields = readForm(rawBody)
    const asOf = saveMailChoices.body.shape.as_of.safeParse(fields.as_of)
    return { asOf: asOf.data?.[0], ticks: fromFields(fields), timeZone: fields.time_zone?.[0] }
  } catch {
    return undefined
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
