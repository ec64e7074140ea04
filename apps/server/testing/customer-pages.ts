import { createCustomerLink } from '@aviary/contract/customer-links/endpoints'
import { expect } from 'vitest'
import type { Person, TestApp } from './app.ts'

const DAY_MS = 24 * 3_600_000
export const CUSTOMER_SITE = 'https://customers.acme.example'

/** Makes a link for a company; returns the path of its address. */
export async function makeLink(
  { server, manager }: { server: TestApp; manager: Person },
  company_id: number,
  fields: object = {},
): Promise<string> {
  const answer = await manager.call(createCustomerLink, {
    body: {
      ...{ company_id, name: 'Their desk', most_devices: 1 },
      expires_date: new Date(server.now().getTime() + 30 * DAY_MS).toISOString(),
      ...fields,
    },
  })
  expect(answer.problem).toMatchObject({ customer_link: { company_id } })
  const { origin, pathname } = new URL(answer.body.address)
  expect(origin).toBe(CUSTOMER_SITE)
  return pathname
}

/** A browser of somebody outside, with its cookies. */
export function openBrowser(server: TestApp) {
  let cookie = ''
  const send = async (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}) => {
    const answer = await server.app.inject({ method, url, headers: { cookie, ...headers } })
    const given = answer.headers['set-cookie']
    if (given) cookie = String(given).split(';')[0] ?? ''
    return answer
  }
  return {
    get: (url: string, headers?: Record<string, string>) => send('GET', url, headers),
    post: (url: string, headers?: Record<string, string>) => send('POST', url, headers),
    read: async (url = '/customer/') => (await send('GET', url)).body,
    cookie: () => cookie,
  }
}

/** A browser in which a new link of the company was opened. */
export async function openCustomer(server: TestApp, manager: Person, companyId: number) {
  const browser = openBrowser(server)
  const answer = await browser.post(await makeLink({ server, manager }, companyId))
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/customer/'])
  return browser
}

/** Follows every link from the first page, as far as they stay in this server; returns what each address answers. */
export async function readAllPages(browser: ReturnType<typeof openBrowser>): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const toRead = ['/customer/', '/customer/heartbeat.json']
  for (let path = toRead.pop(); path !== undefined; path = toRead.pop()) {
    const answer = await browser.get(path)
    expect([path, answer.statusCode]).toEqual([path, 200])
    pages.set(path, answer.body)
    for (const [, href = ''] of answer.body.matchAll(/(?:href|src)="([^"]*)"/g)) {
      const { origin, pathname } = new URL(href, `${CUSTOMER_SITE}${path}`)
      if (origin === CUSTOMER_SITE && !pages.has(pathname) && !toRead.includes(pathname))
        toRead.push(pathname)
    }
  }
  return pages
}
