import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { freePort } from './free-port.ts'

// Chats on loopback that refuse what the real ones refuse.

export const SLACK_TOKEN = 'xoxb-1234567890-abcdefghij'
export const SLACK_CHANNEL = 'C0123456789'
export const ROUTING_KEY = '0123456789abcdef0123456789abcdef'

const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max), emoji: z.boolean() })
const markup = (max: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(max), verbatim: z.literal(true) })

const block = z.union([
  z.strictObject({ type: z.literal('header'), text: plainText(150) }),
  z
    .strictObject({
      type: z.literal('section'),
      text: markup(3_000).optional(),
      fields: z.array(markup(2_000)).min(1).max(10).optional(),
    })
    .refine(({ text, fields }) => text || fields),
  z.strictObject({ type: z.literal('context'), elements: z.array(markup(2_000)).min(1).max(10) }),
])
type Block = z.infer<typeof block>

const content = {
  text: z.string().min(1).max(4_000),
  blocks: z.array(block).min(1).max(50),
  unfurl_links: z.literal(false),
  unfurl_media: z.literal(false),
}
const posting = z.strictObject({
  channel: z.string(),
  ...content,
  metadata: z.strictObject({
    event_type: z.string(),
    event_payload: z.strictObject({ id: z.string().startsWith('msg_') }),
  }),
  thread_ts: z.string().optional(),
  reply_broadcast: z.boolean().optional(),
})
const update = z.strictObject({ channel: z.string(), ts: z.string(), ...content })
const incomingWebhook = z.strictObject(content)

const textsOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((one) => {
    if (one.type === 'header') return [one.text.text]
    if (one.type === 'context') return one.elements.map(({ text }) => text)
    return [...(one.fields ?? []), ...(one.text ? [one.text] : [])].map(({ text }) => text)
  })

/** What markup of Slack may hold: a time, an address, or an address of the status page under another text. */
const ALLOWED =
  /^<(!date\^\d+\^\{date_short_pretty\} \{time\}\|[\d: -]+UTC|https?:\/\/[^|<>]+|https:\/\/(status\.acme\.example|127\.0\.0\.1|localhost)[^|<>]*\|[^<>|]+)>$/

function checkMarkup(text: string): void {
  for (const [part] of text.matchAll(/<[^>]*>?/g))
    if (!ALLOWED.test(part) && !/^<http:\/\/[^|<>]+\|[^<>|]+>$/.test(part)) throw new Error(`markup ${part}`)
  if (/&(?!amp;|lt;|gt;)/.test(text)) throw new Error(`unescaped & in ${text}`)
}

function checkSlack(message: { text: string; blocks: readonly Block[] }): string | undefined {
  const texts = textsOf(message.blocks)
  if (texts.join('').length > 13_200) return 'msg_blocks_too_long'
  checkMarkup(message.text)
  for (const one of message.blocks)
    if (one.type !== 'header') for (const text of textsOf([one])) checkMarkup(text)
  return undefined
}

export type SlackMessage = {
  ts: string
  thread: string | undefined
  isBroadcast: boolean
  summary: string
  /** The texts of the blocks, one after the other. */
  texts: string[]
}

const teamsText = z.strictObject({
  type: z.literal('RichTextBlock'),
  inlines: z
    .array(
      z.strictObject({
        type: z.literal('TextRun'),
        text: z.string().min(1),
        weight: z.string().optional(),
        size: z.string().optional(),
      }),
    )
    .min(1),
})
const teamsMessage = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: z.null(),
      content: z.strictObject({
        $schema: z.url(),
        type: z.literal('AdaptiveCard'),
        version: z.literal('1.4'),
        msteams: z.strictObject({ width: z.literal('Full') }),
        fallbackText: z.string(),
        body: z.array(
          z.union([
            teamsText,
            z.strictObject({
              type: z.literal('Container'),
              style: z.enum(['default', 'emphasis', 'good', 'attention', 'warning', 'accent']),
              bleed: z.boolean(),
              items: z.array(teamsText),
            }),
          ]),
        ),
        actions: z
          .array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.url() }))
          .optional(),
      }),
    }),
  ]),
})
export type TeamsCard = z.infer<typeof teamsMessage>['attachments'][0]['content']

const googleMessage = z.strictObject({
  text: z
    .string()
    .max(4_096)
    // A mention, or a link under another text that is not ours.
    .refine(
      (text) => !/<(users\/|https?:(?!\/\/(status\.acme\.example|127\.0\.0\.1|localhost))[^>]*\|)/.test(text),
    ),
  thread: z.strictObject({ threadKey: z.string().min(1).max(4_000) }).optional(),
})

const changeEvent = z.strictObject({
  routing_key: z.literal(ROUTING_KEY),
  payload: z.strictObject({
    summary: z.string().min(1).max(1_024),
    timestamp: z.iso.datetime(),
    source: z.string(),
    custom_details: z.record(z.string(), z.string()),
  }),
  links: z.array(z.strictObject({ href: z.url(), text: z.string() })),
})

type Reaction = { status: number; headers?: Record<string, string>; body?: object | string }

export type Chats = Awaited<ReturnType<typeof startChats>>

/** Slack, Teams, Google Chat and PagerDuty, as far as channels use them. */
export async function startChats() {
  let messages: SlackMessage[] = []
  let reactions: Reaction[] = []
  const seen = {
    slackWebhook: [] as { summary: string; texts: string[] }[],
    teams: [] as TeamsCard[],
    googleChat: [] as { text: string; thread: string | undefined }[],
    pagerDuty: [] as z.infer<typeof changeEvent>[],
    /** Why something was refused that a real chat would refuse. */
    faults: [] as string[],
    /** How many requests came. */
    requests: 0,
  }
  let nextTs = 100

  const answerSlack = (method: string, body: string, request: IncomingMessage): object => {
    const fail = (error: string) => ({ ok: false, error })
    if (request.headers.authorization !== `Bearer ${SLACK_TOKEN}`) return fail('invalid_auth')
    if (JSON.parse(body).channel !== SLACK_CHANNEL) return fail('channel_not_found')
    const isUpdate = method === 'chat.update'
    const message = (isUpdate ? update : posting).parse(JSON.parse(body)) as z.infer<typeof posting> & {
      ts?: string
    }
    const fault = checkSlack(message)
    if (fault) {
      seen.faults.push(fault)
      return fail(fault)
    }
    const { thread_ts: thread, reply_broadcast: isBroadcast = false } = message
    const shown = { summary: message.text, texts: textsOf(message.blocks) }
    if (isUpdate) {
      const found = messages.find(({ ts }) => ts === message.ts)
      if (!found) return fail('message_not_found')
      Object.assign(found, shown)
      return { ok: true, channel: SLACK_CHANNEL, ts: found.ts, text: message.text }
    }
    // A reply to a message that was removed comes outside of any thread.
    const isThread = messages.some(({ ts }) => ts === thread)
    const ts = `1795428001.000${nextTs++}`
    messages.push({ ts, thread: isThread ? thread : undefined, isBroadcast, ...shown })
    const answered = { text: 'x'.repeat(2_000), ...(isThread && { thread_ts: thread }) }
    return { ok: true, channel: SLACK_CHANNEL, ts, message: answered }
  }

  const answer = (url: URL, body: string, request: IncomingMessage): Reaction => {
    const [, first = '', method = ''] = url.pathname.split('/')
    if (first === 'api') return { status: 200, body: answerSlack(method, body, request) }
    if (first === 'slack') {
      const message = incomingWebhook.parse(JSON.parse(body))
      const fault = checkSlack(message)
      if (fault) throw new Error(fault)
      seen.slackWebhook.push({ summary: message.text, texts: textsOf(message.blocks) })
      return { status: 200, body: 'ok' }
    }
    if (first === 'teams') {
      if (Buffer.byteLength(body) > 28_000) throw new Error('Request Entity too large')
      seen.teams.push(teamsMessage.parse(JSON.parse(body)).attachments[0].content)
      return { status: 202 }
    }
    if (first === 'google') {
      const { text, thread } = googleMessage.parse(JSON.parse(body))
      if (url.searchParams.get('messageReplyOption') !== 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD')
        throw new Error('no reply option')
      seen.googleChat.push({ text, thread: thread?.threadKey })
      return { status: 200, body: { name: 'spaces/AAA/messages/BBB' } }
    }
    if (url.pathname === '/v2/change/enqueue') {
      seen.pagerDuty.push(changeEvent.parse(JSON.parse(body)))
      return { status: 202, body: { status: 'success' } }
    }
    return { status: 404, body: 'no_service' }
  }

  const reply = (response: ServerResponse, { status, headers, body }: Reaction) =>
    response.writeHead(status, headers).end(typeof body === 'object' ? JSON.stringify(body) : (body ?? ''))

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.requests += 1
      const reaction = reactions.shift()
      if (reaction) return reply(response, reaction)
      try {
        const url = new URL(request.url ?? '', 'http://127.0.0.1')
        reply(response, answer(url, Buffer.concat(chunks).toString('utf8'), request))
      } catch (error) {
        seen.faults.push(String(error))
        reply(response, { status: 400, body: 'invalid_payload' })
      }
    })
  })
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const url = (path: string) => `http://127.0.0.1:${port}${path}`
  return {
    ...{ port, url, seen },
    slack: () => messages,
    /** Removes messages, as somebody may in Slack. */
    removeFromSlack: (...ts: string[]) => {
      messages = messages.filter((message) => !ts.includes(message.ts))
    },
    /** How the next requests are answered, before any check. */
    react: (...next: Reaction[]) => {
      reactions = next
    },
    clear: () => {
      messages = []
      reactions = []
      for (const list of [seen.slackWebhook, seen.teams, seen.googleChat, seen.pagerDuty, seen.faults])
        list.length = 0
      seen.requests = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
