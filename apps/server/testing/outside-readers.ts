import { Readable } from 'node:stream'
import FeedParser from 'feedparser'
import { Statuspage as StatuspageIo } from 'statuspage.io'
import { Statuspage as StatuspageJs } from 'statuspage.js'

// Programs of others that read a status page at an address without a slash at its end.

type Incident = { name: string; status: string; incident_updates: { body: string }[] }

const toTold = (incidents: readonly Incident[]) =>
  incidents.map(({ name, status, incident_updates }) => ({
    ...{ name, status, texts: incident_updates.map(({ body }) => body) },
  }))

/** What each client is told: the state of everything, open incidents, and all of them. */
export function openStatuspageClients(url: string) {
  const io = new StatuspageIo('x')
  io.setApiUrl(url)
  const { api } = io
  const js = new StatuspageJs('x')
  Reflect.get(js, 'axios').defaults.baseURL = `${url}/api/v2`
  return [
    async () => ({
      state: (await api.getSummary()).status.description,
      open: toTold((await api.incidents.getUnresolved()).incidents),
      all: toTold((await api.incidents.getAll()).incidents),
    }),
    async () => ({
      state: (await js.summary()).status.description,
      open: toTold((await js.unresolvedIncidents()).incidents),
      all: toTold((await js.allIncidents()).incidents),
    }),
  ]
}

type Entry = { id: string; title: string; updated: string; html: string }

async function readAtom(text: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const item of Readable.from([text]).pipe(new FeedParser({ addmeta: false }))) {
    const { guid, title, date, description } = item as FeedParser.Item
    entries.push({ id: guid, title, updated: date?.toISOString() ?? '', html: description })
  }
  return entries
}

type JsonItem = { id: string; title: string; date_modified: string; content_html: string }

const readJson = (text: string): Entry[] =>
  (JSON.parse(text) as { items: JsonItem[] }).items.map(({ id, title, date_modified, content_html }) => ({
    ...{ id, title, updated: date_modified, html: content_html },
  }))

/** Follows a feed as readers do: asks only for what has changed since. */
export function openFeedReader(url: string) {
  let entries: Entry[] = []
  let etag: string | null = null
  return async () => {
    const answer = await fetch(url, { headers: etag === null ? {} : { 'if-none-match': etag } })
    const text = await answer.text()
    if (answer.status === 304) return { status: 304, bytes: text.length, entries }
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
    etag = answer.headers.get('etag')
    entries = url.endsWith('.json') ? readJson(text) : await readAtom(text)
    return { status: answer.status, bytes: text.length, entries }
  }
}
