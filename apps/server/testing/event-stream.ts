export type EventStream = {
  status: number
  headers: Headers
  /** The next event, `event` and `data`; undefined when the stream has ended. */
  next: () => Promise<{ event: string; data: unknown } | undefined>
  leave: () => Promise<void>
}

/** Reads server-sent events as Aviary sends them, each with a name and one line of data; skips comments. */
export async function openEventStream(url: string, cookies: string): Promise<EventStream> {
  const response = await fetch(`${url}/api/events`, {
    headers: { cookie: cookies, accept: 'text/event-stream' },
  })
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''

  const next: EventStream['next'] = async () => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const event = readEvent(text.slice(0, end))
        text = text.slice(end + 2)
        if (event) return event
        continue
      }
      const part = await reader?.read()
      if (!part || part.done) return undefined
      text += decoder.decode(part.value, { stream: true })
    }
  }
  return { status: response.status, headers: response.headers, next, leave: async () => reader?.cancel() }
}

function readEvent(block: string): { event: string; data: unknown } | undefined {
  const fieldOf = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  const event = fieldOf('event')
  return event === undefined ? undefined : { event, data: JSON.parse(fieldOf('data') ?? 'null') }
}
