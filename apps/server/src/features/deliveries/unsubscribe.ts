import { APPLICATION_NAME } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/deliveries/endpoints'
import { announce } from '../../database/changes.ts'
import { type Call, Reply } from '../../http/call.ts'
import { createAudit } from '../audit/public.ts'
import { lockSubscriberByUuid } from '../subscriptions/public.ts'
import * as queries from './queries.ts'

// The page has no scripts and needs no session, because people open it from mail programs where they are not
// signed in.
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

const page = (title: string, content: string): Reply<string> =>
  new Reply(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body style="font:16px/1.5 Arial,sans-serif;max-width:36em;margin:3em auto;padding:0 1em"><main><h1 style="font-size:20px">${title}</h1>${content}</main></body></html>`,
    { headers: HEADERS },
  )

const INVALID_LINK =
  '<p>This link is no longer valid. Sign in to Aviary to see <a href="/subscriptions">what you are subscribed to</a>.</p>'
const CHOOSE_INSTEAD =
  '<p>Too many mails, or the wrong ones? <a href="/subscriptions">Choose what you hear about</a> instead: by service, data center and kind of message. You need to sign in for that.</p>'
const UNSUBSCRIBED =
  '<p>You will get no further mails from Aviary.</p><p>Changed your mind? <a href="/subscriptions">Choose what you hear about</a>.</p>'

/** Opening the link changes nothing, because mail scanners open links. */
export async function askToUnsubscribe({
  db,
  params,
}: Call<typeof endpoints.askToUnsubscribe>): Promise<Reply<string>> {
  if (!(await queries.getSubscriberByUuid(db, params.uuid))) return page('Unsubscribe', INVALID_LINK)
  return page(
    'Unsubscribe',
    `<p>This ends all of your subscriptions: you will get no further mails from Aviary.</p><form method="post"><button style="font:inherit;padding:.4em 1em">Unsubscribe</button></form>${CHOOSE_INSTEAD}`,
  )
}

/** Deletes all subscriptions of the person to whom the mail was sent. A second request finds none left. */
export async function unsubscribe(call: Call<typeof endpoints.unsubscribe>): Promise<Reply<string>> {
  const { db, params, now, requestId } = call
  return db.transaction(async (transaction) => {
    const subscriber = await lockSubscriberByUuid(transaction, params.uuid)
    if (!subscriber) return page('Unsubscribe', INVALID_LINK)
    const deleted = await queries.deleteSubscriptions(transaction, subscriber.subscriberId, now)
    if (deleted.length > 0) {
      await createAudit(transaction, {
        applicationName: APPLICATION_NAME,
        userEmail: subscriber.email,
        actionName: 'Unsubscribe',
        createdDate: now,
        context: { before: deleted, after: [], request_id: requestId },
      })
      // Announces the change here: the door does so only for endpoints with `audits`. Open pages of the
      // person then reload.
      await announce(transaction, { topics: ['subscriptions'], sessions: [] })
    }
    return page('You are unsubscribed', UNSUBSCRIBED)
  })
}
