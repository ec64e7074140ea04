import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { escapeHtml } from '@aviary/contract/escape-html'
import type { SubscriptionOptions } from '@aviary/contract/subscriptions/endpoints'
import type { Db } from '../../database/open.ts'
import {
  createPersonalMail,
  type MailContent,
  type MailSettings,
  mailTexts,
  renderContent,
  UNSUBSCRIBE_MARK,
} from '../../mail/public.ts'
import { type Choice, nameChoice } from './choice.ts'
import type { RequestTexts } from './texts/request-texts.ts'
import { requestTexts } from './texts/texts.ts'

/** Groups these mails in the ledger. */
const REFERENCE = 'STATUS-PAGE'

/** Which mail: `confirm` has the link of a request, `known` and `done` that of a subscriber, `staff` none. */
export type RequestMail = keyof RequestTexts['mails']

const MESSAGE_TYPES: Record<RequestMail, string> = {
  confirm: 'Subscription Requested',
  known: 'Subscription Requested',
  staff: 'Subscription Requested',
  done: 'Subscription Confirmed',
}

type NewMail = {
  mail: RequestMail
  email: string
  locale: string
  /** Undefined for people who are no subscribers. */
  subscriberId: number | undefined
  choice?: { chosen: Choice; options: SubscriptionOptions }
  now: Date
}

/** Writes a mail into the ledger, in the caller's transaction; returns the number of its broadcast. */
export function createRequestMail(
  db: Db,
  { now, ...mail }: NewMail,
  settings: MailSettings,
): Promise<number> {
  const { email, locale, subscriberId } = mail
  const renderIn = (language: string) => render(mail, { locale: language, settings })
  return createPersonalMail(
    db,
    {
      kind: 'subscription_request',
      reference: REFERENCE,
      messageType: MESSAGE_TYPES[mail.mail],
      audience: mail.mail === 'staff' ? 'INTERNAL' : 'EXTERNAL',
      contents: { [FALLBACK_LOCALE]: renderIn(FALLBACK_LOCALE), [locale]: renderIn(locale) },
      createdBy: 'Aviary status page',
      // No time stands in these mails.
      recipient: { email, locale, timeZone: null, internalDomains: settings.internalDomains, subscriberId },
    },
    now,
  )
}

type Rendering = { locale: string; settings: MailSettings }

function render(
  { mail, choice }: Pick<NewMail, 'mail' | 'choice'>,
  { locale, settings }: Rendering,
): MailContent {
  const { providerName, publicUrl } = settings
  const texts = requestTexts(locale)
  const words = mailTexts(locale)
  const { body, link, ...text } = texts.mails[mail]
  const subject = text.subject.replace('{{provider}}', () => providerName)
  const names = choice && nameChoice(choice.chosen, choice.options, { all: texts.all, locale })
  return renderContent({
    ...{ locale, providerName, subject, heading: subject, isInternal: false },
    bodyHtml: `<p>${escapeHtml(body)}</p>`,
    facts: names
      ? [
          [words.services, names.services],
          [words.dataCenters, names.dataCenters],
        ]
      : [],
    link: { text: link, address: mail === 'staff' ? `${publicUrl}/subscriptions` : UNSUBSCRIBE_MARK },
    because: mail === 'done' ? 'subscribed' : 'requested',
  })
}
