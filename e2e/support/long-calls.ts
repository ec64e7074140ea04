import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Person, writeAs, writeHeaders } from './person.ts'

const ROW_EVERY_MS = 100
const RETRY_DELAY_MS = 100
/** Statuses allowed while the database is away or its disk is full. */
const MAY_FAIL = [502, 503, 504, 507]

export type RepeatedCall = {
  succeeded: () => number
  /** Statuses that no fault explains. */
  wrong: () => readonly number[]
  stop: () => Promise<void>
}

/** Repeats a call, one at a time. */
function keepCalling(call: () => Promise<Response>): RepeatedCall {
  let succeeded = 0
  let isStopping = false
  const wrong: number[] = []
  const run = async () => {
    while (!isStopping) {
      try {
        const response = await call()
        await response.text()
        if (response.ok) succeeded += 1
        else if (!MAY_FAIL.includes(response.status)) wrong.push(response.status)
      } catch {
        // The fault under test may cut the connection.
      }
      await pause(RETRY_DELAY_MS)
    }
  }
  const running = run()
  return {
    succeeded: () => succeeded,
    wrong: () => wrong,
    stop: async () => {
      isStopping = true
      await running
    },
  }
}

/** Repeats a search that has to compare its keyword with every change. */
export const keepSearching = ({ url, cookies }: Person): RepeatedCall =>
  keepCalling(() =>
    fetch(`${url}/api/search_changes/`, {
      method: 'POST',
      headers: { cookie: cookies, 'content-type': 'application/json' },
      body: JSON.stringify({
        change_type: 'manual',
        search_params: {
          keyword: 'what no change says',
          date_range_start: '2020-01-01 00:00:00',
          date_range_end: '2030-01-01 00:00:00',
        },
      }),
    }),
  )

/** Repeats a CSV export of the audit log. */
export const keepDownloading = ({ url, cookies }: Person): RepeatedCall =>
  keepCalling(() => fetch(`${url}/api/v1/audit_log/export`, { headers: { cookie: cookies } }))

type Upload = { end: () => Promise<number | 'broken'> }

/** Uploads a mail-merge file row by row until `end` completes it. */
export async function startSlowUpload(person: Person): Promise<Upload> {
  const { secId, commId } = await createComm(person)
  const query = new URLSearchParams({
    sec_id: String(secId),
    sec_comm_id: String(commId),
    title: 'Slow',
    filename: 'slow.csv',
  })
  const sent = request(`${person.url}/api/sec/imports/upload/?${query}`, {
    method: 'POST',
    headers: { ...writeHeaders(person), 'content-type': 'text/csv' },
  })
  const answered = new Promise<number | 'broken'>((resolve) => {
    sent.on('response', (response) => {
      response.resume().on('error', () => undefined)
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', () => resolve('broken'))
  })
  sent.write('company_id,subject,body\n')
  let rows = 0
  const timer = setInterval(() => {
    rows += 1
    sent.write(`${rows},Notice,<p>Row ${rows}</p>\n`)
  }, ROW_EVERY_MS)
  return {
    end: () => {
      clearInterval(timer)
      sent.end()
      return answered
    },
  }
}

async function createComm(person: Person): Promise<{ secId: number; commId: number }> {
  const incident = await writeAs<{ sec_id: number }>(person, {
    method: 'POST',
    path: '/api/sec/incidents/',
    body: {
      title: 'Used while things break',
      status: 'Open',
      description: 'Of a test',
      start_date: '2026-08-20T07:43:00-07:00',
    },
  })
  const comm = await writeAs<{ sec_comm_id: number }>(person, {
    method: 'POST',
    path: '/api/sec/comms/',
    body: { sec_id: incident.sec_id, status: 'Draft', description: 'To nobody', comm_type: 1 },
  })
  return { secId: incident.sec_id, commId: comm.sec_comm_id }
}
