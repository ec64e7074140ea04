import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MAX_BODY_TAGS } from '@aviary/contract/messages/body'
import { LONGEST_BODY } from '@aviary/contract/messages/schemas'
import { type Measure, median, signIn, startProduct } from './product.ts'

const LANGUAGES = ['en', 'de', 'es', 'fr', 'ja', 'ko', 'pt', 'zh']
const AT_ONCE = 5
const ROUNDS = 5
const LONGEST_WAIT_MS = 50

/** A body of maximum length: first the maximum number of tags, by repeating `part`, then plain text. */
const largestBody = (part: string) =>
  `${part.repeat(Math.floor(MAX_BODY_TAGS / (part.split('<').length - 1)))}${'word '.repeat(LONGEST_BODY / 5)}`.slice(
    0,
    LONGEST_BODY,
  )

const BODIES = {
  'short paragraphs': largestBody('<p>x</p>'),
  'lists in lists': largestBody(`${'<ul><li>'.repeat(45)}x${'</li></ul>'.repeat(45)}`),
}

type Signed = Awaited<ReturnType<typeof signIn>>

/**
 * Measures how long other callers wait while five of the largest bodies are previewed and broadcast
 * concurrently, in every language.
 */
export async function bodies(): Promise<Measure[]> {
  const product = await startProduct()
  try {
    const manager = await signIn(product.url, 'ines.incident@acme.example')
    const { incidents } = await manager.read('/api/priority_incidents/?priority_type=P1')
    const jiraId = incidents[0].jira_id as string
    const neighbour = startNeighbour(`${product.url}/api/banner`, product.cookies)
    const measures: Measure[] = []
    for (const [name, html] of Object.entries(BODIES))
      measures.push(await whilePosting(name, { manager, neighbour, draft: draftOf(jiraId, html) }))
    neighbour.stop()
    return measures
  } finally {
    await product.stop()
  }
}

const draftOf = (jiraId: string, html: string) => ({
  ...{ jira_id: jiraId, priority_type: 'P1', message_type: 'Update', broadcast: 'Y' },
  body: Object.fromEntries(LANGUAGES.map((language) => [language, html])),
  email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
})

type Scene = { manager: Signed; neighbour: Neighbour; draft: object }

async function whilePosting(name: string, { manager, neighbour, draft }: Scene): Promise<Measure> {
  const post = (path: string) => manager.write('POST', path, ['Create Message', draft])
  await post('/api/preview_message/')
  const [quiet, busy]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(await neighbour.longestWait(() => pause(2_000)))
    busy.push(
      await neighbour.longestWait(() =>
        Promise.all(
          Array.from({ length: AT_ONCE }, (_, index) =>
            post(index % 2 === 0 ? '/api/create_message/' : '/api/preview_message/'),
          ),
        ),
      ),
    )
  }
  const [alone, beside] = [median(quiet), median(busy)]
  const longer = beside - alone
  return {
    name: `longest wait of a neighbour while ${AT_ONCE} bodies of ${LANGUAGES.length} languages are posted: ${name}`,
    ours: `${beside.toFixed(0)} ms (${busy.map((ms) => ms.toFixed(0)).join(', ')})`,
    reference: `${alone.toFixed(0)} ms with nothing else to do (${quiet.map((ms) => ms.toFixed(0)).join(', ')})`,
    ratio: `${longer.toFixed(0)} ms longer`,
    target: `≤ ${LONGEST_WAIT_MS} ms longer`,
    isMet: longer <= LONGEST_WAIT_MS,
  }
}

type Neighbour = ReturnType<typeof startNeighbour>

/** Starts a caller in a separate process that repeats one request; `longestWait` gives milliseconds. */
function startNeighbour(address: string, cookies: string) {
  const child = fork(path.join(import.meta.dirname, 'neighbour.mjs'), [address, cookies])
  const askLongest = async (): Promise<number> => {
    const answered = once(child, 'message')
    child.send('longest')
    const [longest] = await answered
    return longest
  }
  return {
    /** Longest time that a request of this caller takes during `work`. */
    longestWait: async (work: () => Promise<unknown>): Promise<number> => {
      await askLongest()
      await work()
      return askLongest()
    },
    stop: () => child.disconnect(),
  }
}
