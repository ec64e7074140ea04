import { z } from 'zod'
import { signedIn } from '../access.ts'
import { CHOICES_LARGEST_LIST } from '../constants.ts'
import { endpoint, write, writeOfTokens } from '../endpoint.ts'
import { PRIORITY_TYPES } from '../rules.ts'
import { emailAddress, priorityType, timeZone } from '../wire.ts'

/** Services, data centers and notification types have text ids, alert types numeric ones. */
const optionId = z.union([z.string(), z.number().int()])

/** One checkbox (spec 2 §3, "Subscription options"). */
export const subscriptionOption = z.object({
  id: optionId,
  name: z.string(),
  display_order: z.number().int(),
  selected: z.boolean(),
  translations: z
    .record(z.string(), z.string())
    .optional()
    .describe('Names of an alert type by language; English is `name`.'),
})
export type SubscriptionOption = z.infer<typeof subscriptionOption>

const options = z.array(subscriptionOption)
const priorityOptions = z.object({ services: options, data_centers: options, alert_types: options })

export const subscriptionOptions = z.object({
  P1: priorityOptions,
  P2: priorityOptions,
  notifications: z.object({ data_centers: options, notification_types: options }),
})
export type SubscriptionOptions = z.infer<typeof subscriptionOptions>

const names = z.array(z.string().min(1).max(100)).max(CHOICES_LARGEST_LIST)
const prioritySubscription = z.object({
  services: names,
  data_centers: names,
  alert_types: z.array(z.number().int()).max(CHOICES_LARGEST_LIST),
})

/** A person's choices per category; empty lists mean no subscription. */
export const chosenSubscriptions = z.object({
  P1: prioritySubscription,
  P2: prioritySubscription,
  notifications: z.object({ data_centers: names, notification_types: names }),
})
export type ChosenSubscriptions = z.infer<typeof chosenSubscriptions>

const reminders = z
  .array(priorityType)
  .max(PRIORITY_TYPES.length)
  .describe('Priorities of the incidents whose missed updates the person is reminded of.')

export const getUserSubscriptions = endpoint({
  method: 'GET',
  path: '/v4/get_user_subscriptions/',
  summary:
    'What somebody is subscribed to, and everything there is to choose from; others only with the right',
  access: signedIn,
  tokenScope: 'write:subscriptions',
  query: z.object({ email: emailAddress }),
  answer: z.object({
    userSubscriptions: chosenSubscriptions,
    subscriptionOptions,
    reminders: reminders
      .nullable()
      .describe('Null for addresses outside our own domains: reminders are for staff only.'),
    time_zone: z.string().nullable().describe('As in `subscribe`; null also for an unknown address.'),
  }),
})

export const subscribe = endpoint({
  method: 'POST',
  path: '/v4/subscribe/',
  summary:
    'Puts what was chosen in the place of what somebody was subscribed to; others only with the right, and they are mailed what changed',
  access: signedIn,
  tokenScope: 'write:subscriptions',
  audits: 'Update Subscriptions',
  /** The specification's clients send the anti-forgery token as `auth`; our own client also sends the header. */
  antiForgeryField: 'auth',
  body: writeOfTokens({
    email: emailAddress,
    locale: z.string().trim().min(2).max(35).default('en'),
    application: z.string().max(100).optional(),
    auth: z.string().max(500).optional(),
    subscriptions: chosenSubscriptions,
    reminders: reminders.optional().describe('If omitted, they stay as they are.'),
    time_zone: timeZone
      .nullable()
      .optional()
      .describe(
        'IANA time zone in which mails to the person state times besides UTC; null for UTC alone. If omitted, or for another person, it stays as it is.',
      ),
  }),
  answer: z.object({
    userSubscriptions: chosenSubscriptions,
    reminders: reminders.nullable(),
    time_zone: z.string().nullable(),
  }),
})

export const clearUuid = endpoint({
  method: 'PUT',
  path: '/clear_uuid/',
  summary: "Resets a subscriber's profile: the links in the mails they have got stop working",
  access: signedIn,
  audits: 'Clear Profile',
  body: write({ email: emailAddress }),
  answer: z.object({ email: z.string() }),
})
