import type { SecurityUser } from '@aviary/contract/security/schemas'
import { useLocation } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectStaysHidden } from '../../../testing/columns.ts'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { chooseAction, exactTimesIn } from '../../../testing/row.ts'
import { answerUploads, refusedRows, refusedUpload } from '../../../testing/uploads.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { SecurityUsersPage } from './SecurityUsersPage.tsx'

const user = (id: number, changes: Partial<SecurityUser> = {}): SecurityUser => ({
  id,
  company_id: 40 + id,
  email: `u${id}@customer.example`,
  active: 'Y',
  created_date: '2026-08-20T10:00:00.000Z',
  modified_date: null,
  version: 1,
  ...changes,
})
const person = {
  data: {
    email: 'ada@acme.example',
    preferences: {},
    rights: { restricted_page_access: [] },
    authorization: { is_admin: true, role_ids: [], allowed_actions: [] },
  },
}
const Where = () => <p>at {useLocation().searchStr || '?'}</p>
const toPage = (...users: SecurityUser[]) => ({ users, more_results: false, total: users.length })
const BOTH = toPage(user(1), user(2, { active: 'N', modified_date: '2026-08-21T10:00:00.000Z' }))

const open = (changed: Answers = {}, at = '/') =>
  renderPage(
    <>
      <SecurityUsersPage />
      <Where />
    </>,
    {
      'POST /api/get_user_id/': person,
      'GET /api/sec/user/': BOTH,
      'GET /api/sec/user/impact/': { impact: { 41: 2 }, names: { 41: 'Heron Ltd' } },
      ...changed,
    },
    at,
  )

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (name: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(name), { target: { value } })
const row = (text: RegExp) => screen.findByRole('row', { name: text })
const ready = (name: string) =>
  waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false))
const lastQuery = (sent: { method: string; url: URL }[]) =>
  Object.fromEntries(
    sent.findLast(({ method, url }) => method === 'GET' && url.pathname === '/api/sec/user/')?.url
      .searchParams ?? [],
  )
const bodyOf = (sent: { method: string; body: unknown }[], method: string) =>
  sent.findLast((request) => request.method === method && request.body !== undefined)?.body

beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
})

describe('the list', () => {
  test('shows who is active, and None for users who were never modified', async () => {
    const { sent } = await open()
    within(await row(/u1@/)).getByText('None')
    within(await row(/u1@/)).getByText('Yes')
    within(await row(/u2@/)).getByText('No')
    expect(exactTimesIn(await row(/u2@/))).toContain('Aug 21, 2026, 10:00 UTC')
    expect(lastQuery(sent)).toMatchObject({ start_at: '0', response_size: '200' })
  })

  test('searches by company for a number and by address for other texts, 800 ms after the last key', async () => {
    const { sent } = await open()
    await row(/u1@/)
    const box = screen.getByRole('searchbox', { name: 'Search by Company ID or Email...' })
    await userEvent.type(box, '42')
    await screen.findByText(/at .*filter=42/)
    await waitFor(() => expect(lastQuery(sent)).toMatchObject({ company_id: '42' }))
    expect(sent.filter(({ url }) => url.searchParams.get('company_id') === '4')).toEqual([])
    await userEvent.type(box, 'x')
    await waitFor(() => expect(lastQuery(sent)).toMatchObject({ email: '42x' }))
    expect(lastQuery(sent)).not.toHaveProperty('company_id')
  })

  test('finds nobody for an impossible company id, without a call', async () => {
    const { sent } = await open({}, '/?filter=99999999999')
    await screen.findByText('No Data')
    expect(lastQuery(sent)).toEqual({})
  })

  test('pages through the pages of the server, and back from one that no longer exists', async () => {
    const { sent } = await open(
      {
        'GET /api/sec/user/': ({ url }: { url: URL }) =>
          url.searchParams.get('start_at') === '0'
            ? { users: [user(1)], more_results: true, total: 201 }
            : {
                users: url.searchParams.get('start_at') === '200' ? [user(2)] : [],
                more_results: false,
                total: 201,
              },
      },
      '/?page=9',
    )
    await row(/u2@/)
    screen.getByText('201 in all')
    await screen.findByText('at ?page=2')
    await press(/^Previous/)
    await row(/u1@/)
    expect(lastQuery(sent)).toMatchObject({ start_at: '0', response_size: '200' })
  })

  test('reports a failed load', async () => {
    await open({ 'GET /api/sec/user/': new Refused(500, 'Away') })
    await screen.findByText('Away')
    expect(readToasts()).toMatchObject([{ kind: 'error', message: 'Unable to get users', reason: 'Away' }])
  })
})

describe('a create', () => {
  test('cannot be submitted with a malformed address, which it reports 500 ms after the last key', async () => {
    const { sent } = await open({ 'POST /api/sec/user/': { user_id: 3, user: user(3) } })
    await press('Create Security User')
    await type(/^Company ID/, '43')
    await type(/^Email/, 'no address')
    screen.getByText('Checking what you typed')
    expect(screen.queryByText('Invalid Email')).toBeNull()
    await screen.findAllByText('Invalid Email')
    await userEvent.type(await screen.findByLabelText(/^Email/), '{Enter}')
    expect(bodyOf(sent, 'POST')).toBeUndefined()
    await type(/^Email/, 'u3@customer.example')
    await ready('Create')
    await press('Create')
    await waitFor(() =>
      expect(readToasts()).toMatchObject([{ message: 'Security User created successfully!' }]),
    )
    expect(bodyOf(sent, 'POST')).toMatchObject({ company_id: 43, email: 'u3@customer.example', active: 'Y' })
  })

  test.each([
    [new Refused(504, 'Gateway timeout'), 'Security User not created!'],
    [
      new Refused(400, 'body.email: there already'),
      'There was an issue creating the Security User. Please try again.',
    ],
  ])('reports a failure with %j', async (refused, message) => {
    await open({ 'POST /api/sec/user/': refused })
    await press('Create Security User')
    await type(/^Company ID/, '43')
    await type(/^Email/, 'u3@customer.example')
    await ready('Create')
    await press('Create')
    await waitFor(() =>
      expect(readToasts()).toMatchObject([{ kind: 'error', message, reason: refused.detail }]),
    )
  })
})

test('merges an edit of a user who has left the list, using the record in the refusal', async () => {
  const theirs = user(1, { email: 'moved@customer.example', version: 2 })
  let users = toPage(user(1))
  const { sent } = await open(
    {
      'GET /api/sec/user/': () => users,
      'PUT /api/sec/user/': ({ body }: { body: unknown }) =>
        (body as { version: number }).version === 2
          ? { user_id: 1, user: theirs }
          : new Refused(409, 'Somebody changed this meanwhile', theirs),
    },
    '/?filter=u1',
  )
  await chooseAction('Edit', /u1@/)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Active' }))
  users = toPage()
  await press('Save changes')
  await screen.findByRole('row', { name: 'Email moved@customer.example —' })
  await press('Keep mine')
  await ready('Save changes')
  await press('Save changes')
  await waitFor(() =>
    expect(bodyOf(sent, 'PUT')).toMatchObject({
      id: 1,
      email: 'moved@customer.example',
      active: 'N',
      version: 2,
    }),
  )
  await waitFor(() =>
    expect(readToasts().at(-1)).toMatchObject({ message: 'Security User edited successfully!' }),
  )
})

describe('an import', () => {
  const choose = (name: string) => {
    const field = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!field) throw new Error('there is no field for a file')
    fireEvent.change(field, { target: { files: [new File(['company_id,email\n41,a@b.example\n'], name)] } })
  }
  const begin = async () => {
    await open()
    await press('Import CSV')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true)
    choose('people.csv')
    await screen.findByText('people.csv')
    await ready('Import')
    // A double click must send only one upload.
    const button = screen.getByRole('button', { name: 'Import' })
    fireEvent.click(button)
    fireEvent.click(button)
  }

  test('reports how many users were added, changed and unchanged', async () => {
    const uploads = answerUploads(() =>
      Response.json({ added: 1200, changed: 3, unchanged: 0, unknown_companies: 2 }),
    )
    await begin()
    await screen.findByText('Added: 1,200 · Changed: 3 · Unchanged: 0')
    expect(uploads).toHaveLength(1)
    expect(readToasts()).toMatchObject([{ message: 'Security Users imported successfully!' }])
    expect(uploads[0]?.url.searchParams.get('filename')).toBe('people.csv')
    expect(await uploads[0]?.file.text()).toBe('company_id,email\n41,a@b.example\n')
  })

  test('lists its bad rows, and accepts another file', async () => {
    let isMended = false
    const uploads = answerUploads(() =>
      isMended
        ? Response.json({ added: 0, changed: 0, unchanged: 1, unknown_companies: 0 })
        : refusedRows('1 of 1 rows cannot be taken in; nothing was stored', [
            { path: '2:email', message: 'Invalid Email' },
          ]),
    )
    await begin()
    await screen.findByRole('row', { name: '2 email Invalid Email' })
    expect(readToasts()).toEqual([])
    isMended = true
    choose('mended.csv')
    await screen.findByText('mended.csv')
    // Choosing another file clears the faults of the previous file.
    await waitFor(() => expect(screen.queryByRole('row', { name: '2 email Invalid Email' })).toBeNull())
    await ready('Import')
    await press('Import')
    await screen.findByText('Added: 0 · Changed: 0 · Unchanged: 1')
    expect(uploads).toHaveLength(2)
  })

  test.each([
    [504, 'Security Users not imported!'],
    [413, 'There was an issue importing the Security Users. Please try again.'],
  ])('reports a failure with %i', async (status, message) => {
    answerUploads(() => refusedUpload(status, 'Because'))
    await begin()
    await waitFor(() => expect(readToasts()).toMatchObject([{ kind: 'error', message, reason: 'Because' }]))
  })
})

test.each([
  [{ user_id: 1 }, 'Security User deleted successfully!'],
  [new Refused(500, 'Away'), 'There was an issue deleting the Security User. Please try again.'],
])('reports a deletion answered with %j: %s', async (answer, message) => {
  const { sent } = await open({ 'DELETE /api/sec/user/delete/': answer })
  await chooseAction('Delete', /u1@/)
  await screen.findByRole('dialog', { name: 'Confirm: Are you sure you want to delete this?' })
  await press('Delete')
  await waitFor(() => expect(readToasts()).toMatchObject([{ message }]))
  expect(bodyOf(sent, 'DELETE')).toMatchObject({ user_id: 1 })
})

test('the columns of the list can be chosen, and stay chosen', async () => {
  await expectStaysHidden('Who gets security mails', 'Active', open)
})
