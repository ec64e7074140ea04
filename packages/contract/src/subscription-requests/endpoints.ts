import { z } from 'zod'
import { anyone } from '../access.ts'
import { CHOICES_LARGEST_LIST } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { emailAddress } from '../wire.ts'

const names = z.array(z.string().max(100)).max(CHOICES_LARGEST_LIST).default([])

export const requestSubscription = endpoint({
  method: 'POST',
  path: '/subscription_requests/',
  summary:
    'Asks for mails about what the status page shows: sends a link to the address, and subscribes nobody before it is followed',
  answerTypes: ['text/html'],
  access: anyone,
  takesForm: true,
  body: z.object({
    email: z
      .array(emailAddress)
      .length(1)
      .describe('The answer is the same whatever is known about the address.'),
    locale: z
      .array(z.string().max(35))
      .max(1)
      .default([])
      .describe('Language of the answer and of the mails; English if Aviary does not have it.'),
    chosen: z
      .array(z.string().max(10))
      .max(1)
      .default([])
      .describe(
        'Only what is ticked below is meant; without this field everything that the status page shows.',
      ),
    service: names.describe('Public ids of services; those that the status page does not show are left out.'),
    data_center: names.describe('Public ids of data centers, likewise.'),
  }),
  answer: z.string(),
})
export type SubscriptionRequestForm = z.infer<typeof requestSubscription.body>

const link = z.object({ token: z.string().min(1).max(100) })

export const askToSubscribe = endpoint({
  method: 'GET',
  path: '/subscription_requests/:token/',
  summary: 'The page behind the link that confirms a subscription; following the link changes nothing',
  answerTypes: ['text/html'],
  access: anyone,
  params: link,
  answer: z.string(),
})

export const confirmSubscription = endpoint({
  method: 'POST',
  path: '/subscription_requests/:token/',
  summary: 'Subscribes the address that the link was sent to; the link works once, for 24 hours',
  answerTypes: ['text/html'],
  leadsBack: true,
  access: anyone,
  params: link,
  answer: z.string(),
})
