import type { SecurityEmail } from '@aviary/contract/security/email-endpoints'
import { Link, useLocation } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../../ui/toast-store.ts'
import { ComposerPage } from './ComposerPage.tsx'
import { readComposePath } from './compose-path.ts'

const email = (changes: Partial<SecurityEmail> = {}): SecurityEmail => ({
  id: 9,
  sec_comm_id: 5,
  company_id: 41,
  subject: 'Your key',
  body: '<h2 class="mail-header">Found</h2><p>One key</p><ul><li>kept</li></ul>',
  sent_date: null,
  was_sent: 'N',
  upload_source: 'MANUAL',
  import_id: null,
  comm_content_id: 9,
  content: null,
  content_type: 'text/html',
  progress: null,
  broadcast_id: null,
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
const COMM = {
  sec_comm_id: 5,
  sec_id: 3,
  comm_type: 1,
  description: 'To all',
  status: 'Draft',
  created_date: '2026-08-20T10:00:00.000Z',
  is_hidden: 'N',
  version: 1,
}
const toPage = (...emails: SecurityEmail[]) => ({ emails, more_results: false, total: emails.length })
const Where = () => (
  <>
    <p>at {useLocation().pathname}</p>
    <Link to={'/elsewhere' as '/'}>Elsewhere</Link>
  </>
)

// The test router passes the whole path to the composer.
const open = (at: string, changed: Answers = {}) =>
  renderPage(
    <>
      <ComposerPage />
      <Where />
    </>,
    {
      'POST /api/get_user_id/': person,
      'GET /api/sec/comms/': { comms: [COMM] },
      'GET /api/sec/emails/': toPage(email()),
      'GET /api/sec/user/impact/': { impact: { 41: 3 }, names: { 41: 'Heron Ltd' } },
      'POST /api/sec/emails/': { id: 9, email: email() },
      'PUT /api/sec/emails/': { id: 9, email: email() },
      ...changed,
    },
    at,
  )

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label)
const save = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save' })
const bodyOf = (sent: { method: string; url: URL; body: unknown }[], method: string) =>
  sent.findLast((request) => request.method === method && request.url.pathname === '/api/sec/emails/')?.body

beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
})

test.each([
  ['5', { commId: 5, companyId: undefined, id: undefined }],
  ['5/41/9', { commId: 5, companyId: 41, id: 9 }],
  ['5/x/9', { commId: 5, companyId: undefined, id: 9 }],
  ['5/41/-1', { commId: 5, companyId: 41, id: undefined }],
  ['x', { commId: undefined, companyId: undefined, id: undefined }],
  ['0x10/1e3/9', { commId: undefined, companyId: undefined, id: 9 }],
])('ignores the parts of the path %s that are no numbers', (path, read) => {
  expect(readComposePath(path)).toEqual(read)
})

describe('a new email', () => {
  test('is built from its lines and saved, and the page goes back after a second', async () => {
    const { sent } = await open('/5')
    await type(/^Company ID/, '41')
    await screen.findByText('Active security users of company 41 · Heron Ltd: 3')
    await type(/^Subject/, 'Your <key>')
    await type('Line 1: paragraph', 'Dear customer,\n1 < 2')
    await press('Add header')
    expect(await field('Line 2: header')).toBe(document.activeElement)
    await type('Line 2: header', 'What we found')
    await press('Move up: Line 2: header')
    expect(screen.getByRole('button', { name: 'Move up: Line 1: header' })).toBe(document.activeElement)
    screen.getByText('Now line 1 of 2')
    await press('Add table')
    for (const cell of ['Header of column 1', 'Header of column 2', 'Row 1, column 1', 'Row 1, column 2'])
      await type(cell, cell)
    await type(/^Height/, '1')
    await press('Save')
    await waitFor(() => {
      expect(readToasts()).toMatchObject([{ kind: 'success', message: 'Email created successfully!' }])
      screen.getByText('at /5')
    })
    expect(bodyOf(sent, 'POST')).toMatchObject({
      company_id: 41,
      sec_comm_id: 5,
      subject: 'Your <key>',
      upload_source: 'MANUAL',
      body:
        '<h2 class="mail-header">What we found</h2><p>Dear customer,<br />1 &lt; 2</p>' +
        '<table width="468"><thead><tr><th width="50%">Header of column 1</th><th width="50%">Header of column 2</th></tr></thead>' +
        '<tbody><tr><td width="50%">Row 1, column 1</td><td width="50%">Row 1, column 2</td></tr></tbody></table>',
    })
    await screen.findByText('at /emails/5')
    expect(sessionStorage.getItem('aviary-draft-security-email-new-of-5-')).toBeNull()
  })

  test('reports what is missing, beside the fields and by the button', async () => {
    await open('/5/41')
    expect((await field(/^Company ID/)).value).toBe('41')
    fireEvent.blur(await field(/^Subject/))
    expect(await screen.findAllByText('Subject cannot be empty')).toHaveLength(2)
    expect((await save()).disabled).toBe(true)
    await type(/^Subject/, 'S')
    fireEvent.blur(await field('Line 1: paragraph'))
    expect(await screen.findAllByText('Email body cannot be empty')).toHaveLength(2)
    await type(/^Company ID/, '4x')
    await screen.findByText('Use a whole number')
  })

  test('takes only positive sizes for a table, and no empty cells', async () => {
    await open('/5/41')
    await type(/^Subject/, 'S')
    await press('Add table')
    expect([(await field(/^Width/)).value, (await field(/^Height/)).value]).toEqual(['2', '2'])
    await screen.findByText('Table cannot have empty columns or rows')
    await type(/^Width/, '-1')
    expect(await screen.findAllByText('Value must be a positive integer')).toHaveLength(2)
    expect(screen.getByLabelText('Row 2, column 2')).toBeTruthy()
    await type(/^Width/, '3')
    await screen.findByLabelText('Row 2, column 3')
  })

  test('asks before a line with text is deleted, and deletes an empty one at once', async () => {
    await open('/5/41')
    await type('Line 1: paragraph', 'Kept?')
    await press('Add paragraph')
    await press('Delete: Line 2: paragraph')
    expect(screen.queryByLabelText('Line 2: paragraph')).toBeNull()
    expect(await field('Line 1: paragraph')).toBe(document.activeElement)
    await press('Delete: Line 1: paragraph')
    await screen.findByRole('dialog', { name: 'Confirm: Are you sure you want to delete this?' })
    await press('Delete')
    expect(screen.queryByLabelText('Line 1: paragraph')).toBeNull()
    expect(await screen.findByRole('button', { name: 'Add paragraph' })).toBe(document.activeElement)
  })

  test.each([
    [new Refused(504, 'Gateway timeout'), 'Emails not created!'],
    [
      new Refused(400, 'body.sec_comm_id: there is no comm 5'),
      'There was an issue creating the email. Please try again.',
    ],
  ])('that fails with %j reports it and keeps the values', async (refused, message) => {
    await open('/5/41', { 'POST /api/sec/emails/': refused })
    await type(/^Subject/, 'S')
    await type('Line 1: paragraph', 'P')
    await press('Save')
    await waitFor(() =>
      expect(readToasts()).toMatchObject([{ kind: 'error', message, reason: refused.detail }]),
    )
    expect((await field('Line 1: paragraph')).value).toBe('P')
    expect((await save()).disabled).toBe(false)
  })

  test('asks before the page is left, and can be discarded or continued', async () => {
    await open('/5/41')
    await type(/^Subject/, 'Half a thought')
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
    await screen.findByRole('dialog', { name: 'Discard what you typed?' })
    await press('Go on typing')
    screen.getByText('at /5/41')
    expect((await field(/^Subject/)).value).toBe('Half a thought')
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
    await press('Discard')
    await screen.findByText(/^at \/(elsewhere|not-found)$/)
    expect(sessionStorage.getItem('aviary-draft-security-email-new-of-5-41')).toBeNull()
  })

  test('cannot be saved for a deleted comm, and keeps the values', async () => {
    await open('/5/41', { 'GET /api/sec/comms/': { comms: [{ ...COMM, sec_comm_id: 6 }] } })
    await type(/^Subject/, 'S')
    await type('Line 1: paragraph', 'P')
    await screen.findByText('There is no comm 5')
    expect((await save()).disabled).toBe(true)
    expect((await field(/^Subject/)).value).toBe('S')
  })

  test('does not claim that a company has no recipients if the count could not be loaded', async () => {
    await open('/5/41', { 'GET /api/sec/user/impact/': new Refused(500, 'Away') })
    await waitFor(() => expect(readToasts()).toMatchObject([{ message: 'Unable to get user impact' }]))
    expect(screen.queryByText(/nobody would get this email/)).toBeNull()
  })

  test('is not saved by Enter in a header or a cell', async () => {
    const { sent } = await open('/5/41')
    await type(/^Subject/, 'S')
    await press('Add header')
    await userEvent.type(await field('Line 2: header'), 'H{Enter}')
    expect((await save()).disabled).toBe(false)
    await userEvent.type(await field(/^Subject/), '{Enter}')
    await waitFor(() => expect(readToasts()).toMatchObject([{ message: 'Email created successfully!' }]))
    expect(
      sent.filter(({ method, url }) => method === 'POST' && url.pathname === '/api/sec/emails/'),
    ).toHaveLength(1)
  })

  test('needs a comm', async () => {
    await open('/x/41')
    await screen.findByText('at /not-found')
  })
})

describe('an email that is there', () => {
  test('is parsed into its lines, and formatting without a line type stays as it is', async () => {
    const { sent } = await open('/5/41/9')
    expect((await field('Line 1: header')).value).toBe('Found')
    expect((await field('Line 2: paragraph')).value).toBe('One key')
    expect((await field('Line 3: formatted text (HTML)')).value).toBe('<ul><li>kept</li></ul>')
    const company = await field(/^Company ID/)
    expect([company.value, company.readOnly]).toEqual(['41', true])
    screen.getByText(/An email stays with its company/)
    expect((await save()).disabled).toBe(true)
    await type('Line 2: paragraph', 'Two keys')
    await press('Save')
    await waitFor(() => expect(readToasts()).toMatchObject([{ message: 'Email edited successfully!' }]))
    expect(bodyOf(sent, 'PUT')).toMatchObject({
      id: 9,
      company_id: 41,
      version: 1,
      body: '<h2 class="mail-header">Found</h2><p>Two keys</p><ul><li>kept</li></ul>',
    })
  })

  test('keeps its body unchanged if only its subject is edited', async () => {
    const body = 'Loose text <p>One  key</p>\n'
    const { sent } = await open('/5/41/9', { 'GET /api/sec/emails/': toPage(email({ body })) })
    await type(/^Subject/, 'Another')
    await press('Save')
    await waitFor(() => expect(readToasts()).toMatchObject([{ message: 'Email edited successfully!' }]))
    expect(bodyOf(sent, 'PUT')).toMatchObject({ subject: 'Another', body })
  })

  test('shows what somebody else saved meanwhile, and offers the choice', async () => {
    const theirs = email({ subject: 'Theirs', body: '<p>Theirs too</p>', version: 2 })
    let refuses = true
    const { sent } = await open('/5/41/9', {
      'GET /api/sec/emails/': () => toPage(refuses ? email() : theirs),
      'PUT /api/sec/emails/': () => {
        if (!refuses) return { id: 9, email: theirs }
        refuses = false
        return new Refused(409, 'Somebody changed this meanwhile', theirs)
      },
    })
    await type(/^Subject/, 'Mine')
    await press('Save')
    const told = within(
      await screen
        .findByText('Somebody changed this meanwhile.')
        .then((element) => element.closest('div') as HTMLElement),
    )
    told.getByRole('row', { name: 'Subject Theirs Mine' })
    told.getByRole('row', { name: 'Body Theirs too —' })
    expect(readToasts()).toMatchObject([{ message: 'Unable to update emails state' }])
    await press('Keep mine')
    expect(await field(/^Subject/)).toBe(document.activeElement)
    await press('Save')
    await waitFor(() =>
      expect(bodyOf(sent, 'PUT')).toMatchObject({ subject: 'Mine', body: '<p>Theirs too</p>', version: 2 }),
    )
  })

  test('that was sent is read only', async () => {
    await open('/5/41/9', {
      'GET /api/sec/emails/': toPage(email({ was_sent: 'Y', sent_date: '2026-08-20T10:00:00.000Z' })),
    })
    await screen.findByText('What was sent can be neither changed nor deleted.')
    screen.getByText(/Aug 20, 2026, 10:00 UTC/)
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  test('that is sent while it is edited keeps the values, and says why it cannot be saved', async () => {
    const sentNow = email({ was_sent: 'Y', sent_date: '2026-08-20T10:00:00.000Z', version: 2 })
    await open('/5/41/9', {
      'GET /api/sec/emails/': toPage(email()),
      'PUT /api/sec/emails/': new Refused(409, 'Email 9 was sent', sentNow),
    })
    await type(/^Subject/, 'Mine')
    await press('Save')
    await screen.findByText(/This has been sent meanwhile/)
    expect((await field(/^Subject/)).value).toBe('Mine')
    expect((await save()).disabled).toBe(true)
  })

  test.each(['/6/41/9', '/5/77/9'])('redirects the address %s to the one of the email', async (at) => {
    await open(at)
    await screen.findByText('at /compose_email/5/41/9')
  })

  test('that does not exist says so', async () => {
    await open('/5/41/9', { 'GET /api/sec/emails/': toPage() })
    await screen.findByText('There is no email 9')
  })
})
