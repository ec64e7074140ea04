import { openBrowser, signInThroughPage } from '../../apps/server/testing/browser.ts'

/** A person signed in to a running product without a browser. */
export type Person = { url: string; email: string; cookies: string; antiForgeryToken: string }

export async function signInAt(url: string, email = 'ada.admin@acme.example'): Promise<Person> {
  const browser = openBrowser()
  const { status } = await signInThroughPage(browser, { url, email })
  if (status !== 200) throw new Error(`${email} could not sign in: ${status}`)
  return { url, email, cookies: browser.cookies(), antiForgeryToken: browser.cookie('tokens')?.value ?? '' }
}

export const writeHeaders = ({ cookies, antiForgeryToken }: Person) => ({
  cookie: cookies,
  'x-csrf-token': antiForgeryToken,
})

type Write = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body: object }

/** Sends a write that must succeed and returns the answer. */
export async function writeAs<Answer>(person: Person, { method, path, body }: Write): Promise<Answer> {
  const audit = { application_name: 'Aviary', user_email: person.email, action_name: 'Test' }
  const response = await fetch(`${person.url}${path}`, {
    method,
    headers: { ...writeHeaders(person), 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, audit_log_data: audit }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

export async function readAs<Answer>({ url, cookies }: Person, path: string): Promise<Answer> {
  const response = await fetch(`${url}${path}`, { headers: { cookie: cookies } })
  if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}
