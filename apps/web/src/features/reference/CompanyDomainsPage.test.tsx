import type { CompanyDomain } from '@aviary/contract/reference/record-schemas'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { expectStaysHidden } from '../../../testing/columns.ts'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { chooseAction } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { CompanyDomainsPage } from './CompanyDomainsPage.tsx'

const heron: CompanyDomain = {
  ...{ domain: 'heron.example', unicode_domain: 'heron.example' },
  ...{ company_id: 7, company_name: 'Heron Ltd', version: 1 },
}
const unlisted: CompanyDomain = {
  ...{ domain: 'gmail.com', unicode_domain: 'gmail.com' },
  ...{ company_id: 70, company_name: null, version: 1 },
}
const person = {
  data: {
    ...{ email: 'ada@acme.example', preferences: {}, rights: { restricted_page_access: [] } },
    authorization: { is_admin: true, role_ids: [], allowed_actions: [] },
  },
}
const ADDRESS = '/api/reference/company_domains/'

const open = (changed: Answers = {}) =>
  renderPage(
    <CompanyDomainsPage />,
    { 'POST /api/get_user_id/': person, [`GET ${ADDRESS}`]: { domains: [heron, unlisted] }, ...changed },
    '/administration/company_domains',
  )

beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
})

test('lists domains with their companies, and warns of unknown companies and public providers', async () => {
  await open()
  const row = (await screen.findByText('heron.example')).closest('tr') as HTMLElement
  expect(within(row).getByText('Heron Ltd')).toBeTruthy()
  const other = screen.getByText('gmail.com').closest('tr') as HTMLElement
  expect(other.textContent).toContain('The catalog has no company with this number.')
  expect(other.textContent).toContain('People of many companies have addresses in this domain.')
})

test('adds a domain, once its fields are valid', async () => {
  const { sent } = await open({ [`POST ${ADDRESS}`]: { domain: heron } })
  await userEvent.click(await screen.findByRole('button', { name: 'Add company domain' }))
  const domain = await screen.findByRole('textbox', { name: /Mail domain/ })
  const dialog = screen.getByRole('dialog')
  await userEvent.type(domain, 'ana@heron.example')
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Company ID/ }), '7')
  expect(within(dialog).getAllByText(/^Use a domain such as/).length).toBeGreaterThan(0)
  await userEvent.clear(domain)
  await userEvent.type(domain, 'GMail.com')
  expect(within(dialog).getByText(/^People of many companies/)).toBeTruthy()
  await userEvent.clear(domain)
  await userEvent.type(domain, 'heron.example')
  await userEvent.click(within(dialog).getByRole('button', { name: /^(Create|Save changes)$/ }))
  await waitFor(() => expect(readToasts()[0]?.message).toBe('Company domain added'))
  expect(sent.find(({ url, method }) => method === 'POST' && url.pathname === ADDRESS)?.body).toMatchObject({
    ...{ domain: 'heron.example', company_id: 7 },
  })
})

test('keeps what was typed when the server refuses it, and says why', async () => {
  const refusal = 'domain: heron.example belongs to Ibis Inc (8) already'
  await open({ [`POST ${ADDRESS}`]: new Refused(400, refusal) })
  await userEvent.click(await screen.findByRole('button', { name: 'Add company domain' }))
  const domain = await screen.findByRole('textbox', { name: /Mail domain/ })
  const dialog = screen.getByRole('dialog')
  await userEvent.type(domain, 'heron.example')
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Company ID/ }), '7')
  await userEvent.click(within(dialog).getByRole('button', { name: /^(Create|Save changes)$/ }))
  await waitFor(() => expect(JSON.stringify(readToasts())).toContain(refusal))
  expect((domain as HTMLInputElement).value).toBe('heron.example')
})

test('gives a domain to another company with the version that was edited', async () => {
  const { sent } = await open({ [`PUT ${ADDRESS}`]: { domain: { ...heron, company_id: 8, version: 2 } } })
  await chooseAction('Edit', 'heron.example')
  const company = await screen.findByRole('textbox', { name: /Company ID/ })
  const dialog = screen.getByRole('dialog')
  await userEvent.clear(company)
  await userEvent.type(company, '8')
  await userEvent.click(within(dialog).getByRole('button', { name: /^(Create|Save changes)$/ }))
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      ...{ domain: 'heron.example', company_id: 8, version: 1 },
    }),
  )
})

test('gives a listed domain to another company, also if it could not be added today', async () => {
  const { sent } = await open({
    [`GET ${ADDRESS}`]: { domains: [{ ...heron, unicode_domain: 'col·lectiu.example' }] },
    [`PUT ${ADDRESS}`]: { domain: { ...heron, company_id: 71, version: 2 } },
  })
  await chooseAction('Edit', 'col·lectiu.example')
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Company ID/ }), '1')
  await userEvent.click(within(dialog).getByRole('button', { name: /^(Create|Save changes)$/ }))
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ company_id: 71 }),
  )
})

test('says why the list could not be loaded', async () => {
  await open({ [`GET ${ADDRESS}`]: new Refused(400, 'no list') })
  expect((await screen.findByRole('alert')).textContent).toContain('no list')
})

test('who may only see the reference data reads the domains and changes nothing', async () => {
  const reader = { is_admin: false, role_ids: [1], allowed_actions: ['view_reference_data'] }
  await open({ 'POST /api/get_user_id/': { data: { ...person.data, authorization: reader } } })
  await screen.findByText('heron.example')
  expect(screen.queryByRole('button', { name: /^(Add|Edit|Delete)/ })).toBeNull()
})

test('the columns of the list can be chosen, and stay chosen', async () => {
  await expectStaysHidden('Mail domains of companies', 'Company', open)
})
