import { setTimeout as pause } from 'node:timers/promises'
import { LONGEST_BODY } from '@aviary/contract/messages/schemas'
import { type Measure, median, signIn, startProduct } from './product.ts'

const LANGUAGES = ['en', 'de', 'es', 'fr', 'ja', 'ko', 'pt', 'zh']
const AT_ONCE = 5
const ROUNDS = 3
const REQUEST_INTERVAL_MS = 5
const LONGEST_WAIT_MS = 50

/** The maximum number of tags, then text up to the longest body. */
const BODIES = {
  'short paragraphs': `${'<p>x</p>'.repeat(2_500)}${'word '.repeat(16_000)}`.slice(0, LONGEST_BODY),
  'lists in lists': `${`${'<ul><li>'.repeat(45)}x${'</li></ul>'.repeat(45)}`.repeat(27)}${'word '.repeat(12_000)}`,
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
    const neighbour = await signIn(product.url, 'sam.support@acme.example')
    const { incidents } = await manager.read('/api/priority_incidents/?priority_type=P1')
    const jiraId = incidents[0].jira_id as string
    const measures: Measure[] = []
    for (const [name, html] of Object.entries(BODIES))
      measures.push(await whilePosting(name, { manager, neighbour, draft: draftOf(jiraId, html) }))
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

type Scene = { manager: Signed; neighbour: Signed; draft: object }

async function whilePosting(name: string, { manager, neighbour, draft }: Scene): Promise<Measure> {
  const post = (path: string) => manager.write('POST', path, ['Create Message', draft])
  await post('/api/preview_message/')
  const [quiet, busy]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(await longestWait(neighbour, () => pause(2_000)))
    busy.push(
      await longestWait(neighbour, () =>
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

/** Longest answer time in milliseconds for a caller who keeps asking until `work` ends. */
async function longestWait(neighbour: Signed, work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let longest = 0
  const polling = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await neighbour.read('/api/banner')
      longest = Math.max(longest, performance.now() - startedAt)
      await pause(REQUEST_INTERVAL_MS)
    }
  })()
  await work()
  isOver = true
  await polling
  return longest
}
