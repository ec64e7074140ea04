import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { write } from './write.ts'

export const ADMIN = 'ada.admin@acme.example'

const post = async (page: Page, path: string, body: object) =>
  expect(await write(page, { method: 'POST', path, person: ADMIN, body })).toBe(200)
export const read = (page: Page, path: string) =>
  page.evaluate(async (address) => (await fetch(`/api${address}`)).json(), path)

/** Creates a security incident with a comm; returns the ids of both. */
export async function newComm(page: Page): Promise<{ commId: number; secId: number }> {
  await post(page, '/sec/incidents/', {
    ...{ title: 'Leaked key', status: 'Open', description: 'Of a test' },
    start_date: '2026-08-20T07:43:00-07:00',
  })
  const secId = Math.max(
    ...(await read(page, '/sec/incidents/')).incidents.map(({ sec_id }: { sec_id: number }) => sec_id),
  )
  await post(page, '/sec/comms/', { sec_id: secId, description: 'To all', status: 'Draft', comm_type: 1 })
  const commId = (await read(page, `/sec/comms/?sec_id=${secId}`)).comms[0].sec_comm_id
  return { commId, secId }
}

export const addUser = (page: Page, company_id: number, email: string) =>
  post(page, '/sec/user/', { company_id, email, active: email.startsWith('off') ? 'N' : 'Y' })
export const addEmail = (page: Page, commId: number, fields: object) =>
  post(page, '/sec/emails/', { subject: 'Your key', body: '<p>Found</p>', sec_comm_id: commId, ...fields })
