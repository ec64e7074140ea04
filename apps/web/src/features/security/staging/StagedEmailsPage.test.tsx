import type { StagedEmail } from '@aviary/contract/security/staging-endpoints'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectStaysHidden } from '../../../../testing/columns.ts'
import { type Answers, Refused, renderPage } from '../../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../../ui/toast-store.ts'
import { StagedEmailsPage } from './StagedEmailsPage.tsx'
import { toCompanyFilter } from './use-staging.ts'

const staged = (pkey: number, changes: Partial<StagedEmail> = {}): StagedEmail => ({
  pkey,
  import_id: 7,
  sec_comm_id: 5,
  company_id: 40 + pkey,
  subject: `Subject ${pkey}`,
  body: `<p>Body ${pkey}</p>`,
  was_promoted: 'N',
  email_id: null,
  line: pkey + 1,
  version: 1,
  ...changes,
})
const toPage = (...rows: StagedEmail[]) => ({ staging_emails: rows, more_results: false, total: rows.length })
const ROWS = toPage(staged(1), staged(2, { was_promoted: 'Y', email_id: 90 }), staged(3, { line: null }))
const IMPORT = {
  pkey: 7,
  sec_id: 3,
  sec_comm_id: 5,
  title: 'Notice',
  data: '',
  is_cut: 'Y',
  size: 1,
  staged: 3,
  promoted: 1,
  filename: 'notice.csv',
  created_date: '2026-08-20T10:00:00.000Z',
  created_by: 'ada@acme.example',
  is_hidden: 'N',
  version: 1,
}
const person = (allowed: string[] = [], isAdmin = true) => ({
  data: {
    email: 'ada@acme.example',
    preferences: {},
    rights: { restricted_page_access: ['Emails', 'Staged Emails'] },
    authorization: { is_admin: isAdmin, role_ids: [], allowed_actions: allowed },
  },
})

// The import's id is the `id` parameter of the URL, as on the page's own path.
const open = (changed: Answers = {}, at = '/details/7') =>
  renderPage(
    <StagedEmailsPage />,
    {
      'POST /api/get_user_id/': person(),
      'GET /api/sec/imports/': { imports: [IMPORT], more_results: false, total: 1 },
      'GET /api/sec/staging/': ROWS,
      'GET /api/sec/staging/reach/': { waiting: 2, reachable: 2, unknown: 0 },
      'GET /api/sec/staging/source/': ({ url }: { url: URL }) => ({
        line: Number(url.searchParams.get('staging_id')) + 1,
        cells: [
          { column: 'company_id', value: '41' },
          { column: 'name', value: 'R&D <b>One</b>' },
        ],
      }),
      'GET /api/sec/user/impact/': { impact: { 41: 12 }, names: { 41: 'Heron Ltd' } },
      ...changed,
    },
    at,
  )

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const row = (text: RegExp) => screen.findByRole('row', { name: text })
const type = async (name: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(name), { target: { value } })
const bodyOf = (sent: { method: string; url: URL; body: unknown }[], method: string) =>
  sent.findLast((request) => request.method === method && request.url.pathname.startsWith('/api/sec/staging'))
    ?.body

beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
})

describe('the list', () => {
  test('offers to promote unpromoted emails, and links to the promoted ones', async () => {
    await open()
    const [first, second] = [await row(/Subject 1/), await row(/Subject 2/)]
    for (const text of ['1', '5', '41']) within(first).getByText(text)
    within(first).getByRole('button', { name: /^Promote/ })
    within(second).getByText(/Promoted/)
    expect(within(second).queryByRole('button', { name: /^Promote/ })).toBeNull()
    expect(within(second).getByRole<HTMLButtonElement>('button', { name: /^Edit/ }).disabled).toBe(true)
    expect(within(second).getByRole('link', { name: 'Email 90' }).getAttribute('href')).toBe(
      '/compose_email/5/42/90',
    )
    const facts = (await screen.findByText('notice.csv')).closest('dl')
    expect(facts?.textContent).toMatch(/^TitleNoticenotice\.csv.*Security Incident ID3Security Comm Id5/)
  })

  test('links to the emails of the comm for those who may not compose', async () => {
    await open({ 'POST /api/get_user_id/': person(['view_staging_emails', 'view_emails'], false) })
    const link = within(await row(/Subject 2/)).getByRole('link', { name: 'Email 90' })
    expect(link.getAttribute('href')).toBe('/emails/5')
  })

  test('is filtered by company 800 ms after the last key', async () => {
    const { sent } = await open()
    await row(/Subject 1/)
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find by Company Id' }), '42')
    const requests = () => sent.filter(({ url }) => url.pathname === '/api/sec/staging/')
    await waitFor(() => expect(requests().at(-1)?.url.searchParams.get('company_id')).toBe('42'))
    expect(requests()).toHaveLength(2)
    expect(Object.fromEntries(requests()[0]?.url.searchParams ?? [])).toEqual({
      import_id: '7',
      start_at: '0',
      response_size: '100',
    })
  })

  test.each([
    ['', 'all'],
    [' 42 ', 42],
    ['x', 'nobody'],
    ['0', 'nobody'],
    ['99999999999', 'nobody'],
  ])('%j requests %s', (text, company) => {
    expect(toCompanyFilter(text)).toBe(company)
  })

  test('reports a failed load', async () => {
    await open({ 'GET /api/sec/staging/': new Refused(500, 'Away') })
    await screen.findByText('Away')
    expect(readToasts()).toMatchObject([
      { kind: 'error', message: 'Unable to get staging emails', reason: 'Away' },
    ])
  })

  test('says that the import does not exist', async () => {
    await open({ 'GET /api/sec/imports/': { imports: [], more_results: false, total: 0 } })
    await screen.findByText('There is no import 7 here')
    screen.getByRole('link', { name: 'All imports' })
  })
})

test('reviews a mail beside its row, goes to the next, and promotes', async () => {
  let rows = ROWS
  const { sent } = await open({
    'GET /api/sec/staging/': () => rows,
    'PUT /api/sec/staging/promote/': () => {
      rows = toPage(staged(1, { was_promoted: 'Y', email_id: 91 }), ...ROWS.staging_emails.slice(1))
      return { promoted: 1, staging_emails: [{ pkey: 1, email_id: 91 }] }
    },
  })
  await press(/^Review: 1/)
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('Active users of the company: 12')
  await within(dialog).findByRole('row', { name: 'name R&D <b>One</b>' })
  within(dialog).getByText('Line 2')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Promote' }))
  await within(dialog).findByText(/Promoted/)
  expect(within(dialog).queryByRole('button', { name: 'Promote' })).toBeNull()
  expect(bodyOf(sent, 'PUT')).toMatchObject({ ids: [1] })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Next staged email' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Next staged email' }))
  within(dialog).getByText('Email 3 of 3')
  await within(dialog).findByText(/^It was added by hand/)
  await within(dialog).findByText('Active users of the company: None')
})

describe('a promotion', () => {
  const answer = { promoted: 2, staging_emails: [1, 3].map((pkey) => ({ pkey, email_id: 90 + pkey })) }

  test.each([
    ['Promote all (2)', 'All of Notice that were not promoted yet: 2', { import_id: 7 }],
    ['Promote ticked (2)', 'The ticked ones of Notice: 2', { ids: [1, 3] }],
  ])('by %s asks before, with the number of emails', async (button, question, body) => {
    const { sent } = await open({ 'PUT /api/sec/staging/promote/': answer })
    await row(/Subject 1/)
    await press('Tick all of this page')
    await press(button)
    const dialog = await screen.findByRole('dialog', { name: 'Promote these staged emails?' })
    within(dialog).getByText(question)
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Back' }))
    expect(bodyOf(sent, 'PUT')).toBeUndefined()
    await press('Promote (2)')
    await screen.findByText('Emails made of comm 5: 2')
    expect(bodyOf(sent, 'PUT')).toMatchObject(body)
    expect(readToasts()).toMatchObject([{ message: 'Staging emails promoted successfully!' }])
    screen.getByRole('button', { name: 'Promote ticked (0)' })
  })

  test.each([
    [{ waiting: 2, reachable: 2, unknown: 0 }, 'Companies with an active security user: 2.'],
    [
      { waiting: 1_200, reachable: 1_199, unknown: 100 },
      'Companies with an active security user: 1,199. 100 companies are not in the catalogue. 1 company has no active contact: nobody would get its email.',
    ],
    [new Refused(500, 'No connection'), 'How many can be reached is not known: No connection'],
  ])('of all emails says how many would reach somebody: %j', async (answer, words) => {
    const { sent } = await open({ 'GET /api/sec/staging/reach/': answer })
    await row(/Subject 1/)
    await press('Promote all (2)')
    const dialog = await screen.findByRole('dialog', { name: 'Promote these staged emails?' })
    await waitFor(() => expect(dialog.textContent).toContain(words))
    const request = sent.find(({ url }) => url.pathname === '/api/sec/staging/reach/')
    expect(request?.url.search).toBe('?import_id=7')
  })

  test('reports a failure, and keeps the ticks', async () => {
    await open({ 'PUT /api/sec/staging/promote/': new Refused(409, 'Another page promotes it') })
    await row(/Subject 1/)
    await userEvent.click(screen.getByRole('checkbox', { name: /Subject 3/ }))
    await press('Promote ticked (1)')
    await press('Promote (1)')
    await waitFor(() =>
      expect(readToasts()).toMatchObject([
        { message: 'Unable to promote staging emails state', reason: 'Another page promotes it' },
      ]),
    )
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Subject 3/ }).checked).toBe(true)
  })

  test('unticks emails that were deleted or promoted meanwhile', async () => {
    let rows = ROWS
    await open({
      'GET /api/sec/staging/': () => rows,
      'DELETE /api/sec/staging/delete/': () => {
        rows = toPage(staged(2), staged(3), staged(4))
        return { staging_id: 1 }
      },
      'PUT /api/sec/staging/promote/': () => {
        rows = toPage(staged(2), staged(4, { was_promoted: 'Y', email_id: 92 }))
        return new Refused(409, 'There is no staged email 3', { ids: [2, 4] })
      },
    })
    await row(/Subject 1/)
    await press('Tick all of this page')
    await press(/^Delete: 1/)
    await press('Delete')
    await press('Promote ticked (1)')
    await press('Back')
    await row(/Subject 4/)
    await press('Tick all of this page')
    await press('Promote ticked (3)')
    await press('Promote (3)')
    await screen.findByRole('button', { name: 'Promote ticked (1)' })
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Subject 2/ }).checked).toBe(true)
  })
})

test('keeps reviewing its email when another one is deleted', async () => {
  let rows = ROWS
  await open({
    'GET /api/sec/staging/': () => rows,
    'PUT /api/sec/staging/promote/': () => {
      rows = toPage(...ROWS.staging_emails.slice(1))
      return { promoted: 1, staging_emails: [{ pkey: 3, email_id: 93 }] }
    },
  })
  await press(/^Review: 3/)
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('Email 3 of 3')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Promote' }))
  await within(dialog).findByText('Email 2 of 2')
  await within(dialog).findByText(/^ID 3 /)
})

test('follows its email to the page before, or says that it is gone', async () => {
  let ids = Array.from({ length: 102 }, (_, index) => index + 1)
  await open(
    {
      'GET /api/sec/staging/': ({ url }: { url: URL }) => {
        const from = Number(url.searchParams.get('start_at'))
        const rows = ids.slice(from, from + 100).map((id) => staged(id))
        return { ...toPage(...rows), total: ids.length }
      },
      'PUT /api/sec/staging/promote/': ({ body }: { body: { ids: number[] } }) => ({
        promoted: 1,
        staging_emails: body.ids.map((pkey) => ({ pkey, email_id: 900 })),
      }),
    },
    '/details/7?page=2',
  )
  await press(/^Review: 101/)
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('Email 101 of 102')
  ids = ids.slice(1)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Promote' }))
  await within(dialog).findByText('Email 100 of 101')
  await within(dialog).findByText(/^ID 101 /)
  ids = ids.filter((id) => id > 2 && id !== 101)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Promote' }))
  await within(dialog).findByText('It is no longer here')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Next staged email' }))
  await within(dialog).findByText('Email 99 of 99')
  await within(dialog).findByText(/^ID 102 /)
})

test('keeps the typed values when the import is deleted', async () => {
  let isThere = true
  await open({
    'GET /api/sec/imports/': () => ({ imports: isThere ? [IMPORT] : [], more_results: false, total: 1 }),
    'GET /api/sec/staging/': () => (isThere ? ROWS : toPage()),
    'PUT /api/sec/staging/': () => {
      isThere = false
      return new Refused(404, 'There is no staged email 1')
    },
  })
  await press(/^Edit: 1/)
  await type(/^Subject/, 'Typed')
  await press('Save changes')
  await screen.findByText(/^There is no import 7 here/)
  screen.getByDisplayValue('Typed')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true)
})

describe('a form', () => {
  const submit = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

  test('refuses an empty subject and a body without readable text', async () => {
    const { sent } = await open({ 'PUT /api/sec/staging/': { staging_id: 1, staging_email: staged(1) } })
    await press(/^Edit: 1/)
    await type(/^Subject/, ' ')
    fireEvent.blur(screen.getByLabelText(/^Subject/))
    expect((await screen.findAllByText('Subject cannot be empty')).length).toBeGreaterThan(0)
    expect(submit('Save changes').disabled).toBe(true)
    await type(/^Subject/, 'Other')
    await type(/^Body/, '<p> </p><br>')
    fireEvent.blur(screen.getByLabelText(/^Body/))
    expect((await screen.findAllByText('Email body cannot be empty')).length).toBeGreaterThan(0)
    expect(submit('Save changes').disabled).toBe(true)
    await type(/^Body/, '<p>Other</p>')
    expect(screen.getByLabelText<HTMLInputElement>(/^Company Id/).readOnly).toBe(true)
    await press('Save changes')
    await waitFor(() =>
      expect(readToasts()).toMatchObject([{ message: 'Staging Email edited successfully!' }]),
    )
    expect(bodyOf(sent, 'PUT')).toMatchObject({
      staging_id: 1,
      company_id: 41,
      subject: 'Other',
      body: '<p>Other</p>',
      version: 1,
    })
  })

  test.each([
    [{ staging_id: 4, staging_email: staged(4) }, 'Staging Email created successfully!'],
    [new Refused(504, 'Gateway timeout'), 'Staging Emails not created!'],
    [new Refused(400, 'No'), 'There was an issue creating the staging emails. Please try again.'],
  ])('adds an email by hand; %j reports so', async (answer, message) => {
    const { sent } = await open({ 'POST /api/sec/staging/': answer })
    await press('Create Staged Email')
    await type(/^Company Id/, '0')
    expect(submit('Create').disabled).toBe(true)
    await type(/^Company Id/, '44')
    await type(/^Subject/, 'By hand')
    await type(/^Body/, '<p>x</p>')
    await press('Create')
    await waitFor(() => expect(readToasts()).toMatchObject([{ message }]))
    expect(bodyOf(sent, 'POST')).toMatchObject({
      import_id: 7,
      company_id: 44,
      subject: 'By hand',
      body: '<p>x</p>',
    })
  })

  test('can be merged with what somebody else changed', async () => {
    const theirs = staged(1, { subject: 'Theirs', version: 2 })
    const { sent } = await open({
      'PUT /api/sec/staging/': ({ body }: { body: unknown }) =>
        (body as { version: number }).version === 2
          ? { staging_id: 1, staging_email: theirs }
          : new Refused(409, 'Somebody changed this meanwhile', theirs),
    })
    await press(/^Edit: 1/)
    await type(/^Body/, '<p>Mine</p>')
    await press('Save changes')
    await screen.findByRole('row', { name: 'Subject Theirs —' })
    await press('Keep mine')
    await waitFor(() => expect(submit('Save changes').disabled).toBe(false))
    await press('Save changes')
    await waitFor(() =>
      expect(bodyOf(sent, 'PUT')).toMatchObject({ subject: 'Theirs', body: '<p>Mine</p>', version: 2 }),
    )
    await waitFor(() =>
      expect(readToasts().at(-1)).toMatchObject({ message: 'Staging Email edited successfully!' }),
    )
  })
})

test.each([
  [{ staging_id: 1 }, 'staging email deleted successfully!'],
  [new Refused(500, 'Away'), 'There was an issue deleting the staging emails. Please try again.'],
])('reports a deletion answered with %j: %s', async (answer, message) => {
  const { sent } = await open({ 'DELETE /api/sec/staging/delete/': answer })
  await press(/^Delete: 1/)
  await screen.findByRole('dialog', { name: 'Confirm: Are you sure you want to delete this?' })
  await press('Delete')
  await waitFor(() => expect(readToasts()).toMatchObject([{ message }]))
  expect(bodyOf(sent, 'DELETE')).toMatchObject({ staging_id: 1 })
})

test('the columns of the list can be chosen, and stay chosen', async () => {
  await expectStaysHidden('All staged emails', 'Comm Id', open)
})
