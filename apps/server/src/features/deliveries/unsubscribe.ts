import { APPLICATION_NAME } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/deliveries/endpoints'
import { announce } from '../../database/changes.ts'
import { type Call, Reply } from '../../http/call.ts'
import { createAudit } from '../audit/public.ts'
import { lockSubscriberByUuid } from '../subscriptions/public.ts'
import * as queries from './queries.ts'

// Whoever comes here has a mail program or a phone and no session: a page without scripts, in plain words.
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

const GONE =
  '<p>This link is no longer valid. Sign in to Aviary to see <a href="/subscriptions">what you are subscribed to</a>.</p>'
const NARROW =
  '<p>Too many mails, or the wrong ones? <a href="/subscriptions">Choose what you hear about</a> instead: by service, data center and kind of message. You need to sign in for that.</p>'
const AGAIN =
  '<p>You will get no further mails from Aviary.</p><p>Changed your mind? <a href="/subscriptions">Choose what you hear about</a>.</p>'

/** Following the link changes nothing: mail scanners do that. */
export async function askPage({
  db,
  params,
}: Call<typeof endpoints.askToUnsubscribe>): Promise<Reply<string>> {
  if (!(await queries.getSubscriberByUuid(db, params.uuid))) return page('Unsubscribe', GONE)
  return page(
    'Unsubscribe',
    `<p>This ends all of your subscriptions: you will get no further mails from Aviary.</p><form method="post"><button style="font:inherit;padding:.4em 1em">Unsubscribe</button></form>${NARROW}`,
  )
}

/** Ends every subscription of the person whose mail held the link. A second press finds nothing left to end. */
export async function endSubscriptions(call: Call<typeof endpoints.unsubscribe>): Promise<Reply<string>> {
  const { db, params, now, requestId } = call
  return db.transaction(async (transaction) => {
    const subscriber = await lockSubscriberByUuid(transaction, params.uuid)
    if (!subscriber) return page('Unsubscribe', GONE)
    const ended = await queries.deleteSubscriptions(transaction, subscriber.subscriberId, now)
    if (ended.length > 0) {
      await createAudit(transaction, {
        applicationName: APPLICATION_NAME,
        userEmail: subscriber.email,
        actionName: 'Unsubscribe',
        createdDate: now,
        context: { before: ended, after: [], request_id: requestId },
      })
      // The call is nobody's write, so the door does not tell: their open subscriptions page hears of it from here.
      await announce(transaction, { topics: ['subscriptions'], sessions: [] })
    }
    return page('You are unsubscribed', AGAIN)
  })
}
