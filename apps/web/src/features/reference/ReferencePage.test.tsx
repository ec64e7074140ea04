import type { ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { expectStaysHidden } from '../../../testing/columns.ts'
import { Refused, renderPage, type Sent } from '../../../testing/render.tsx'
import { chooseAction, openRowMenu } from '../../../testing/row.ts'
import { Toasts } from '../../ui/Toasts.tsx'
import { ReferencePage } from './ReferencePage.tsx'

// A refused form keeps its draft, which would open it again in the next test.
afterEach(() => sessionStorage.clear())

const service = (key: string, fields: Partial<ReferenceRecord> = {}) =>
  ({
    kind: 'service',
    key,
    name: key,
    version: 1,
    is_retired: 'N',
    is_used: 'Y',
    aliases: [],
    former_names: [],
    is_on_status_page: 'Y',
    ...fields,
  }) as ReferenceRecord

const RECORDS = [
  service('Expense', { aliases: ['spend'] } as Partial<ReferenceRecord>),
  service('Travel', { is_used: 'N' }),
  service('Imaging', { is_on_status_page: 'N' } as Partial<ReferenceRecord>),
  service('Fax', { is_retired: 'Y' }),
]

const UNKNOWN = {
  source: 'alertmanager',
  kind: 'service',
  name: 'Espresso',
  records: 1204,
  first_date: '2026-08-20T10:00:00Z',
  last_date: '2026-08-20T11:00:00Z',
  last_caller: 'token:1',
  is_ignored: 'N',
  retired_key: null,
}

const personWith = (action: string) => ({
  data: {
    email: 'ada@acme.example',
    preferences: {},
    rights: { restricted_page_access: [] },
    authorization: { is_admin: false, role_ids: [1], allowed_actions: [action] },
  },
})

const open = (answers: Record<string, unknown> = {}, kind = 'service') =>
  renderPage(
    <>
      <ReferencePage />
      <Toasts />
    </>,
    {
      'POST /api/get_user_id/': personWith('edit_reference_data'),
      'GET /api/reference/records/': { records: RECORDS },
      'GET /api/reference/unknown_names/': { names: [UNKNOWN] },
      ...answers,
    },
    `/administration/reference/${kind}`,
  )

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) })
const written = (sent: Sent[], method: string) =>
  sent.filter((call) => call.method === method && call.url.pathname.startsWith('/api/reference/'))

test('lists the records in their order, the retired ones last and named so', async () => {
  await open()
  await rowOf('Expense')
  const [, ...rows] = screen.getAllByRole('row')
  expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
    'Expense',
    'Travel',
    'Imaging',
    'Fax (retired)',
  ])
})

test('a record that is used cannot be deleted, and its button says what to do instead', async () => {
  await open()
  const deletionOf = async (name: string) => {
    const items = await openRowMenu(name)
    await userEvent.keyboard('{Escape}')
    return items.find(({ textContent }) => textContent?.startsWith('Delete'))
  }
  const used = await deletionOf('Expense')
  expect(used?.getAttribute('aria-disabled')).toBe('true')
  expect(used?.textContent).toMatch(/^Delete.+/)
  expect((await deletionOf('Travel'))?.getAttribute('aria-disabled')).toBeNull()
})

test('creates a service with an alias that is only typed', async () => {
  const { sent } = await open({ 'POST /api/reference/records/': { record: service('Billing') } })
  await userEvent.click(await screen.findByRole('button', { name: 'Create service' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Billing')
  await userEvent.type(screen.getByRole('textbox', { name: 'New alias' }), 'invoicing')
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('Created')
  expect(written(sent, 'POST')[0]?.body).toMatchObject({
    record: { kind: 'service', name: 'Billing', aliases: ['invoicing'] },
  })
})

test('says which are not on the status page, and puts them there', async () => {
  const { sent } = await open({ 'PUT /api/reference/records/': { record: service('Imaging') } })
  const row = await rowOf('Imaging')
  within(row).getByRole('cell', { name: 'Not shown' })
  within(await rowOf('Travel')).getByRole('cell', { name: 'Shown' })
  await chooseAction('Edit', 'Imaging', row)
  const field = await screen.findByRole('checkbox', { name: 'Shown on the status page' })
  expect((field as HTMLInputElement).checked).toBe(false)
  await userEvent.click(field)
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Everything is saved')
  expect(written(sent, 'PUT')[0]?.body).toMatchObject({ record: { key: 'Imaging', is_on_status_page: 'Y' } })
})

test('a refusal stands at the field that it is about, and nothing typed is lost', async () => {
  const refused = new Refused(400, 'body.record.name: taken')
  refused.errors = [{ path: 'body.record.name', message: "'Travel' is a service already" }]
  await open({ 'POST /api/reference/records/': () => refused })
  await userEvent.click(await screen.findByRole('button', { name: 'Create service' }))
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  await userEvent.type(name, 'travel')
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText("'Travel' is a service already")
  expect((name as HTMLInputElement).value).toBe('travel')
})

test('retires a record after a question', async () => {
  const { sent } = await open({
    'PUT /api/reference/records/retire/': { record: service('Expense', { is_retired: 'Y' }) },
  })
  await chooseAction('Retire', 'Expense', await rowOf('Expense'))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('Confirm: retire this?')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Retire' }))
  await screen.findByText('Expense is retired')
  expect(written(sent, 'PUT')[0]?.body).toMatchObject({ kind: 'service', key: 'Expense', is_retired: 'Y' })
})

test('puts records into order by keyboard, without the retired ones', async () => {
  const { sent } = await open({ 'PUT /api/reference/records/order/': { records: RECORDS } })
  await rowOf('Expense')
  await userEvent.click(screen.getByRole('button', { name: 'Order' }))
  const list = await screen.findByRole('list', { name: 'Services' })
  within(list).getByRole('button', { name: 'Move Imaging up' }).focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await screen.findByText('Imaging is now 2 of 3')
  await userEvent.click(screen.getByRole('button', { name: 'Save the order' }))
  await screen.findByText('The new order is saved')
  expect(written(sent, 'PUT')[0]?.body).toMatchObject({
    kind: 'service',
    keys: ['Expense', 'Imaging', 'Travel'],
  })
})

test('reports a failed load and offers another try', async () => {
  await open({ 'GET /api/reference/records/': () => new Refused(503, 'The database is away') })
  await screen.findAllByText(/The list could not be loaded/)
  expect(screen.getByRole('button', { name: /again/i })).toBeDefined()
})

test('names an unknown name of a sender and makes it an alias', async () => {
  const { sent } = await open(
    { 'POST /api/reference/aliases/': { record: service('Expense', {}) } },
    'unknown_names',
  )
  const row = await rowOf('Service Espresso')
  await within(row).findByText('1,204')
  await chooseAction('Alias of…', 'Espresso', row)
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(await within(dialog).findByRole('combobox', { name: /^Services/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Expense', hidden: true }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save the alias' }))
  await screen.findByText('Espresso now means Expense')
  expect(written(sent, 'POST')[0]?.body).toMatchObject({ kind: 'service', alias: 'Espresso', key: 'Expense' })
})

test('says what to do when no name is unknown', async () => {
  await open({ 'GET /api/reference/unknown_names/': { names: [] } }, 'unknown_names')
  await screen.findByText('Every name that senders used is known')
})

test('an unknown kind in the address says so', async () => {
  await open({}, 'recipes')
  await screen.findByText('There is no such kind of reference data. Choose one from the list.')
})

test.each([
  ['records', 'service', 'Travel'],
  ['unknown names', 'unknown_names', 'Service Espresso'],
])('who may only see the reference data reads the %s and changes nothing', async (_, kind, first) => {
  await open({ 'POST /api/get_user_id/': personWith('view_reference_data') }, kind)
  await rowOf(first)
  const buttons = screen.getAllByRole('button', { hidden: true }).map(({ textContent }) => textContent)
  expect(
    buttons.filter((text) => /create|edit|delete|retire|order|alias|add|ignore/i.test(text ?? '')),
  ).toEqual([])
})

test('columns can be chosen where there are many', async () => {
  await expectStaysHidden('Data centers', 'Short name', () => open({}, 'data_center'))
  cleanup()
  await open()
  await rowOf('Expense')
  expect(screen.queryByRole('button', { name: /^Columns of/ })).toBeNull()
})
