import type { CustomerLink } from '@aviary/contract/customer-links/endpoints'
import type { Company } from '@aviary/contract/incidents/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { press } from '../../../testing/press.ts'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { chooseAction } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { CustomersPage } from './CustomersPage.tsx'

const INES = 'ines.incident@acme.example'
const ADDRESS = '/api/customer_links/'
const company: Company = { id: 47, name: 'Acme & Sons', entity_code: 'ac-1', data_center: 'eu' }
const link: CustomerLink = {
  ...{ link_id: 3, company_id: 47, name: 'Their desk', created_by: INES, version: 2 },
  ...{ created_date: '2026-08-20T10:00:00.000Z', expires_date: '2999-01-02T10:00:00.000Z' },
  ...{ most_devices: 3, devices: 2, refused: 4, last_refused_date: '2026-08-21T10:00:00.000Z' },
  last_seen_date: null,
}

const person = (allowed_actions: string[]) => ({
  data: {
    ...{ email: INES, preferences: {}, rights: { restricted_page_access: [] } },
    authorization: { is_admin: false, role_ids: [], allowed_actions },
  },
})

const show = (links: CustomerLink[], answers: Answers = {}) =>
  renderPage(
    <CustomersPage />,
    {
      'POST /api/get_user_id/': person(['manage_customer_links']),
      'GET /api/companies/47/': { company },
      'GET /api/incidents_by_company/': { incidents: [], more_results: false },
      [`GET ${ADDRESS}`]: { links, is_on: true },
      ...answers,
    },
    '/customers?company=47',
  )

type Sent = Awaited<ReturnType<typeof show>>['sent']
const bodies = (sent: Sent, method: string) =>
  sent
    .filter(({ url, ...call }) => call.method === method && url.pathname === ADDRESS)
    .map(({ body }) => body)
const toasts = () => readToasts().map(({ message }) => message)
const findPanel = () => screen.findByRole('region', { name: 'Links for this customer' })

beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
})

test('who may not make links sees none, and nothing is asked for', async () => {
  const { sent } = await show([], { 'POST /api/get_user_id/': person([]) })
  await screen.findByRole('region', { name: 'Customer Info' })
  expect(screen.queryByRole('region', { name: 'Links for this customer' })).toBeNull()
  expect(bodies(sent, 'GET')).toEqual([])
})

test('lists for whom each link is, on how many devices it is open and how often it was refused', async () => {
  const ended = { ...link, link_id: 2, name: 'An old one', expires_date: '2020-01-02T10:00:00.000Z' }
  await show([link, { ...ended, refused: 0 }])
  const rows = (await within(await findPanel()).findAllByRole('row')).slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Their deskWorks2 of 34Never.*ines\.incident@acme\.example/),
    expect.stringMatching(/^An old oneEnded2 of 3Never/),
  ])
})

test('a new link is shown once, and what is not possible is said before it is sent', async () => {
  const address = 'https://customers.acme.example/api/customer_links/abc/'
  const { sent } = await show([], { [`POST ${ADDRESS}`]: { customer_link: link, address } })
  await within(await findPanel()).findByText('No link was made for this customer')
  await press('Make a link')
  const dialog = await screen.findByRole('dialog', { name: 'Make a link' })
  const name = await within(dialog).findByRole('textbox', { name: /For whom/ })
  const create = within(dialog).getByRole('button', { name: 'Create' })
  expect(within(dialog).getByText('Say whom the link is for')).toBeTruthy()
  await userEvent.type(name, ' Their desk ')
  const devices = within(dialog).getByRole('textbox', { name: /Devices at most/ })
  for (const wrong of ['0', '21', 'x', '1.']) {
    await userEvent.clear(devices)
    await userEvent.type(devices, wrong)
    expect(within(dialog).getAllByText('Type a number from 1 to 20').length).toBeGreaterThan(0)
  }
  await userEvent.clear(devices)
  await userEvent.type(devices, '2')
  await userEvent.click(create)
  const made = await screen.findByRole('dialog', { name: 'The link for Their desk' })
  expect(within(made).getByText(address)).toBeTruthy()
  expect(bodies(sent, 'POST')).toMatchObject([
    {
      company_id: 47,
      name: 'Their desk',
      most_devices: 2,
      expires_date: expect.stringMatching(/:00\.000Z$/),
    },
  ])
  await press('I have kept it')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a link is allowed on more devices; an end that is not touched stays to the second', async () => {
  const exact = { ...link, expires_date: '2999-01-02T10:00:07.123Z' }
  const { sent } = await show([exact], { [`PUT ${ADDRESS}`]: { customer_link: exact } })
  await chooseAction('Edit', 'Their desk')
  const dialog = await screen.findByRole('dialog', { name: 'Edit the link' })
  const devices = await within(dialog).findByRole('textbox', { name: /Devices at most/ })
  await userEvent.clear(devices)
  await userEvent.type(devices, '5')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(bodies(sent, 'PUT')).toMatchObject([
      { link_id: 3, version: 2, most_devices: 5, expires_date: '2999-01-02T10:00:07.123Z' },
    ]),
  )
  await waitFor(() => expect(toasts()).toContain('The link was changed'))
})

test('a link is ended after a question that says what that does', async () => {
  const { sent } = await show([link], { [`DELETE ${ADDRESS}`]: { link_id: 3 } })
  await chooseAction('End', 'Their desk')
  const dialog = await screen.findByRole('dialog', { name: 'End this link?' })
  expect(dialog.textContent).toContain('Devices on which it was opened show nothing from then on')
  await press('End the link')
  await waitFor(() => expect(bodies(sent, 'DELETE')).toMatchObject([{ link_id: 3 }]))
  await waitFor(() => expect(toasts()).toContain('The link has ended'))
})

test('what was typed stays when it is refused', async () => {
  const refused = new Refused(409, 'Acme & Sons has 100 links: end one first')
  await show([], { [`POST ${ADDRESS}`]: refused })
  await press('Make a link')
  const dialog = await screen.findByRole('dialog')
  const name = await within(dialog).findByRole<HTMLInputElement>('textbox', { name: /For whom/ })
  await userEvent.type(name, 'Their desk')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(toasts()).toContain('The link could not be made'))
  expect(name.value).toBe('Their desk')
})

test('where there are no pages for customers it says what is missing', async () => {
  await show([], { [`GET ${ADDRESS}`]: { links: [], is_on: false } })
  const panel = await findPanel()
  await within(panel).findByText('There are no pages for customers here: CUSTOMER_SITE is not set.')
  await press('Make a link')
  expect(screen.queryByRole('dialog')).toBeNull()
})
