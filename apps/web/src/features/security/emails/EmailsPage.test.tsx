import type { SecurityEmail } from '@aviary/contract/security/email-endpoints'
import type { SendableEmail } from '@aviary/contract/security/send-endpoints'
import { useLocation } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { expectStaysHidden } from '../../../../testing/columns.ts'
import { press } from '../../../../testing/press.ts'
import { type Answers, Refused, renderPage, type Sent } from '../../../../testing/render.tsx'
import { actionsOf, chooseAction, exactTimesIn, openRowMenu } from '../../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../../ui/toast-store.ts'
import { EmailsPage } from './EmailsPage.tsx'

const NO_MAILS = { queued: 0, sent: 0, deferred: 0, failed: 0, stopped: 0, bounced: 0 }
const email = (id: number, changes: Partial<SecurityEmail> = {}): SecurityEmail => ({
  id,
  sec_comm_id: 7,
  company_id: 40 + id,
  subject: `Subject ${id}`,
  body: `<p>Body of ${id}</p>`,
  sent_date: null,
  was_sent: 'N',
  upload_source: 'MANUAL',
  import_id: null,
  comm_content_id: id,
  content: null,
  content_type: 'text/html',
  progress: null,
  broadcast_id: null,
  version: 1,
  ...changes,
})
const gone = email(1, { was_sent: 'Y', sent_date: '2026-08-20T10:00:00.000Z', version: 2 })
const sendable = (id: number, changes: Partial<SendableEmail> = {}): SendableEmail => ({
  id,
  company_id: 40 + id,
  subject: `Subject ${id}`,
  version: 1,
  recipients: 2,
  others_of_company: 0,
  ...changes,
})
const allowed = (...actions: string[]) => ({
  data: {
    email: 'ada@acme.example',
    preferences: {},
    rights: { restricted_page_access: ['Emails', 'Comms'] },
    authorization: { is_admin: actions.length === 0, role_ids: [], allowed_actions: actions },
  },
})
const COMM = {
  sec_comm_id: 7,
  sec_id: 3,
  comm_type: 1,
  description: 'To all',
  status: 'Draft',
  created_date: '2026-08-20T10:00:00.000Z',
  is_hidden: 'N',
  version: 1,
}
const toPage = (...emails: SecurityEmail[]) => ({ emails, more_results: false, total: emails.length })
/** Answers as the server does: only the emails that are asked for. */
const toSendable =
  (emails: readonly SendableEmail[] | (() => readonly SendableEmail[])) =>
  ({ url }: { url: URL }) => {
    const ids = url.searchParams.get('email_ids')?.split(',').map(Number)
    const listed = (typeof emails === 'function' ? emails() : emails).filter(
      ({ id }) => !ids || ids.includes(id),
    )
    const reachable = listed.filter(({ recipients }) => recipients > 0).length
    return { emails: listed, reachable, unreachable: listed.length - reachable }
  }
const Where = () => <p>at {useLocation().href}</p>

// The test router has a route `/details/$id`, which provides the page's id.
const open = (changed: Answers = {}, at = '/details/7') =>
  renderPage(
    <>
      <EmailsPage />
      <Where />
    </>,
    {
      'POST /api/get_user_id/': allowed(),
      'GET /api/sec/comms/': { comms: [COMM] },
      'GET /api/sec/emails/': toPage(email(3), email(2), gone),
      'GET /api/sec/user/impact/': { impact: { 41: 4, 42: 2 }, names: { 42: 'Heron Ltd' } },
      'GET /api/sec/emails/sendable/': toSendable([sendable(2), sendable(3, { recipients: 0 })]),
      'GET /api/sec/emails/imports/': { imports: [] },
      'GET /api/sec/user/recipients/': {
        recipients: [{ company_id: 42, total: 2, emails: ['ana@heron.example', 'bo@heron.example'] }],
      },
      'GET /api/sec/incidents/': { incidents: [] },
      'GET /api/sec/emails/progress/': { emails: 3, sent_emails: 0, progress: NO_MAILS },
      ...changed,
    },
    at,
  )

const row = (name: RegExp) => screen.findByRole('row', { name })
const posts = (sent: Sent[]) => sent.filter(({ url }) => url.pathname === '/api/sec/send_emails/')
const tick = async (name: RegExp) => userEvent.click(await screen.findByRole('checkbox', { name }))
const question = () => screen.findByRole('dialog', { name: 'Confirm: Are you sure you want to send this?' })
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
})

describe('the list', () => {
  test('shows recipients, content and sending time of each email, with a link to its composer', async () => {
    const { sent } = await open()
    within(await row(/Subject 2/)).getByText('Body of 2')
    // Two cells say 2: the email's id and its number of recipients.
    expect(await within(await row(/Subject 2/)).findAllByRole('cell', { name: '2' })).toHaveLength(2)
    await within(await row(/Subject 3/)).findByText('None')
    expect(exactTimesIn(await row(/Subject 1/))).toEqual(['Aug 20, 2026, 10:00 UTC'])
    within(await row(/Subject 1/)).getByText('Written here')
    const [edit] = await openRowMenu('2, 42, Subject 2')
    expect([edit?.textContent, edit?.getAttribute('href')]).toEqual(['Edit', '/compose_email/7/42/2'])
    await userEvent.keyboard('{Escape}')
    const query = sent.find(({ url }) => url.pathname === '/api/sec/emails/')?.url.searchParams
    expect(Object.fromEntries(query ?? [])).toEqual({ sec_comm_id: '7', start_at: '0', response_size: '100' })
    expect(
      sent.find(({ url }) => url.pathname.endsWith('/impact/'))?.url.searchParams.get('company_ids'),
    ).toBe('41,42,43')
    expect((await screen.findByRole('link', { name: 'Create Email' })).getAttribute('href')).toBe(
      '/compose_email/7',
    )
    const upload = await screen.findByRole('link', { name: 'Mail Merge Template Upload' })
    expect(upload.getAttribute('href')).toBe('/mass_import/3/7')
  })

  test('does not let sent emails be ticked or deleted', async () => {
    await open()
    const sent = await row(/Subject 1/)
    expect(within(sent).getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
    expect(await actionsOf(/1, /, sent)).toEqual(['DeleteEmail Already Sent'])
  })

  test('pages through the pages of the server, and back from one that no longer exists', async () => {
    await open(
      {
        'GET /api/sec/emails/': ({ url }: { url: URL }) => ({
          emails: url.searchParams.get('start_at') === '100' ? [email(1)] : [],
          more_results: false,
          total: 101,
        }),
      },
      '/details/7?page=9',
    )
    await row(/Subject 1/)
    await screen.findByText('at /details/7?page=2')
    screen.getByText('101 in all')
  })

  test('offers only what the person may use', async () => {
    await open({ 'POST /api/get_user_id/': allowed('view_emails') })
    await row(/Subject 2/)
    expect(screen.queryByRole('link')).toBeNull()
  })

  test.each([
    ['GET /api/sec/emails/', 'Unable to get emails'],
    ['GET /api/sec/user/impact/', 'Unable to get user impact'],
    ['GET /api/sec/comms/', 'Unable to get comms'],
  ])('reports that %s failed', async (call, message) => {
    await open({ [call]: new Refused(500, 'Away') })
    await waitFor(() => expect(readToasts()).toMatchObject([{ kind: 'error', message, reason: 'Away' }]))
  })

  test('says what an empty list waits for', async () => {
    await open({ 'GET /api/sec/emails/': toPage() })
    await screen.findByText('They appear here once staged emails are promoted.')
  })

  test('says that the comm does not exist, and offers no create', async () => {
    await open({ 'GET /api/sec/comms/': { comms: [] }, 'GET /api/sec/emails/': toPage() })
    await screen.findByText('There is no comm 7')
    await screen.findByText('No Data')
    expect(screen.queryByText(/^They appear here/)).toBeNull()
    expect(screen.queryByRole('link', { name: 'Create Email' })).toBeNull()
  })

  test('leads from a malformed id to not-found', async () => {
    await open({}, '/details/7x')
    await screen.findByText('at /not-found')
  })
})

describe('the preview', () => {
  test.each([
    [/Subject 1$/, 'Email Already Sent'],
    [/Subject 3$/, 'No Recipient Count'],
  ])('of %s says why it cannot be sent', async (name, reason) => {
    await open()
    await press(new RegExp(`^Preview/Send: .*${name.source}`))
    await screen.findByText(reason)
    expect((await button('Send…')).disabled).toBe(true)
  })

  test('says that the email changed while it was read, and so does the confirmation', async () => {
    let now = email(2)
    await open({
      'GET /api/sec/emails/': () => toPage(now),
      'GET /api/sec/emails/sendable/': toSendable([sendable(2, { version: 2 })]),
    })
    await press(/^Preview\/Send: .*Subject 2/)
    expect(screen.queryByText('Somebody changed this meanwhile.')).toBeNull()
    now = email(2, { version: 2, body: '<p>Other words</p>' })
    window.dispatchEvent(new Event('visibilitychange'))
    await screen.findByText('Somebody changed this meanwhile.')
    await press('Send…')
    await within(await question()).findByText('Changed after it was chosen')
  })

  test('returns the focus to its row, also through the confirmation', async () => {
    await open()
    await press(/^Preview\/Send: .*Subject 2/)
    await press('Send…')
    await question()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await button(/^Preview\/Send: .*Subject 2/)).toBe(document.activeElement)
  })

  test('leads to the confirmation, which sends once', async () => {
    const { sent } = await open({
      'POST /api/sec/send_emails/': { email_ids: [2], sent_date: '2026-08-20T10:00:00.000Z', recipients: 2 },
    })
    await press(/^Preview\/Send: .*Subject 2/)
    await press('Send…')
    await within(await question()).findByText('Emails: 1 · companies: 1 · recipients: 2')
    await waitFor(async () => expect(await button('Back')).toBe(document.activeElement))
    await press('Send 1 email to 2 people, EXTERNAL')
    await waitFor(() =>
      expect(readToasts()).toMatchObject([{ kind: 'success', message: 'Email sent successfully!' }]),
    )
    expect(posts(sent).map(({ body }) => body)).toMatchObject([
      { email_ids: [2], confirmed: [{ id: 2, version: 1, recipients: 2 }] },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('sending', () => {
  test('of all unsent emails leaves out companies without recipients only if told to', async () => {
    const { sent } = await open({
      'GET /api/sec/emails/sendable/': toSendable([
        sendable(2, { others_of_company: 1 }),
        sendable(3, { recipients: 0 }),
      ]),
      'POST /api/sec/send_emails/': { email_ids: [2], sent_date: '2026-08-20T10:00:00.000Z', recipients: 2 },
    })
    await press('Send all unsent…')
    const dialog = within(await question())
    await dialog.findByText('Companies that get more than one email of this comm: 1')
    dialog.getByText('Emails that have nobody to reach: 1')
    within(dialog.getByRole('row', { name: /Subject 3/ })).getByText('Nobody to reach')
    expect((await button(/^Send 1 email/)).disabled).toBe(true)
    await tick(/^Leave out the emails/)
    await press(/^Send 1 email/)
    await waitFor(() => expect(posts(sent)).toHaveLength(1))
    expect(posts(sent)[0]?.body).toMatchObject({ email_ids: [2] })
  })

  test('marks emails that changed after they were ticked', async () => {
    await open({ 'GET /api/sec/emails/sendable/': toSendable([sendable(2, { version: 5 })]) })
    await tick(/^Chosen: 2,/)
    screen.getByText('1 chosen')
    await press('Send chosen…')
    const dialog = within(await question())
    await dialog.findByText('Emails that were changed after you chose them: 1')
    dialog.getByText('Changed after it was chosen')
  })

  test('shows what changed when the server refuses, and keeps the choice', async () => {
    let unsent = [sendable(2), sendable(3)]
    const { sent } = await open({
      'GET /api/sec/emails/sendable/': toSendable(() => unsent),
      'POST /api/sec/send_emails/': () => {
        if (unsent[0]?.recipients === 3)
          return { email_ids: [2, 3], sent_date: '2026-08-20T10:00:00.000Z', recipients: 5 }
        unsent = [sendable(2, { recipients: 3 }), sendable(3)]
        return new Refused(409, 'Email 2 reaches 3 people and not 2, as was confirmed; nothing was sent')
      },
    })
    await tick(/^Chosen: 2,/)
    await tick(/^Chosen: 3,/)
    await press('Send chosen…')
    await press('Send 2 emails to 4 people, EXTERNAL')
    await screen.findByText(/Email 2 to company 42 · Heron Ltd: Subject 2 – 2 recipients then, 3 now/)
    expect(readToasts()).toMatchObject([
      { message: 'There was an issue sending the email. Please try again.' },
    ])
    expect((await button(/^Send 2 emails to 4 people, EXTERNAL/)).disabled).toBe(true)
    await press('Show it as it is now')
    await press('Send 2 emails to 5 people, EXTERNAL')
    await waitFor(() => expect(posts(sent)).toHaveLength(2))
    expect(posts(sent)[1]?.body).toMatchObject({
      email_ids: [2, 3],
      confirmed: [
        { id: 2, version: 1, recipients: 3 },
        { id: 3, version: 1, recipients: 2 },
      ],
    })
    await screen.findByText('0 chosen')
  })

  test.each([
    [new Refused(504, 'Gateway timeout'), 'Email Not sent Created!'],
    [new Refused(502, 'upstream said 504'), 'Email Not sent Created!'],
    [new Refused(500, 'Away'), 'There was an issue sending the email. Please try again.'],
  ])('reports a failure with %j, and sends the same key again', async (refused, message) => {
    const keys: (string | null)[] = []
    await open({ 'POST /api/sec/send_emails/': refused })
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
      if (address.includes('send_emails')) keys.push(new Headers(init.headers).get('idempotency-key'))
      return fetch(address, init)
    })
    await tick(/^Chosen: 2,/)
    await press('Send chosen…')
    for (const times of [1, 2]) {
      await press('Send 1 email to 2 people, EXTERNAL')
      await waitFor(() => expect(keys).toHaveLength(times))
      await waitFor(async () =>
        expect((await button('Send 1 email to 2 people, EXTERNAL')).disabled).toBe(false),
      )
    }
    expect(readToasts()).toMatchObject([{ kind: 'error', message, reason: refused.detail }])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
  })
})

test.each([
  [
    'POST /api/sec/send_emails/',
    () => press(/^Preview\/Send: .*Subject 2/),
    ['Send…', 'Send 1 email to 2 people, EXTERNAL'],
  ],
  ['DELETE /api/sec/emails/delete/', () => chooseAction('Delete', /2,/), ['Delete']],
])('leaves a later dialog open when the late answer to %s arrives', async (call, openDialog, presses) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<object>()
  const { sent } = await open({
    [call]: () => answered,
    'GET /api/sec/user/impact/': { impact: { 42: 2, 43: 1 }, names: {} },
  })
  await openDialog()
  for (const name of presses) await press(name)
  await waitFor(() => expect(sent.some(({ method }) => call.startsWith(method))).toBe(true))
  await userEvent.keyboard('{Escape}')
  await press(/^Preview\/Send: .*Subject 3/)
  answer({ id: 2, email_ids: [2], sent_date: '2026-08-20T10:00:00.000Z', recipients: 2 })
  await waitFor(() => expect(readToasts()).toMatchObject([{ kind: 'success' }]))
  await screen.findByRole('dialog', { name: 'Email 3' })
})

test('ignores the second click of a double click on the button that opens the confirmation', async () => {
  const { sent } = await open({ 'POST /api/sec/send_emails/': new Refused(500, 'Away') })
  await press(/^Preview\/Send: .*Subject 2/)
  await press('Send…')
  fireEvent.click(await button('Send 1 email to 2 people, EXTERNAL'), { detail: 2 })
  expect((await button('Send 1 email to 2 people, EXTERNAL')).disabled).toBe(false)
  expect(posts(sent)).toHaveLength(0)
  await press('Send 1 email to 2 people, EXTERNAL')
  await waitFor(() => expect(readToasts()).toMatchObject([{ kind: 'error' }]))
  expect(posts(sent)).toHaveLength(1)
})

test('keeps the focus on Back while it is sending and after a failure', async () => {
  await open({ 'POST /api/sec/send_emails/': new Refused(500, 'Away') })
  await press(/^Preview\/Send: .*Subject 2/)
  await press('Send…')
  await press('Send 1 email to 2 people, EXTERNAL')
  await waitFor(() => expect(readToasts()).toMatchObject([{ kind: 'error' }]))
  expect(await button('Back')).toBe(document.activeElement)
})

test('says how many mails of an email came back', async () => {
  const progress = { ...NO_MAILS, sent: 1, bounced: 2 }
  await open({ 'GET /api/sec/emails/': toPage({ ...gone, progress }) })
  expect(await screen.findByText('1 of 3 delivered · bounced: 2')).toBeTruthy()
})

test('shows the progress of sent emails with its counts', async () => {
  await open({
    'GET /api/sec/emails/progress/': {
      emails: 3,
      sent_emails: 1,
      progress: { ...NO_MAILS, queued: 1, sent: 3 },
    },
  })
  await screen.findByText('1 email was sent. Its mails to people:')
  await screen.findByText('Emails not sent yet: 2')
  const bar = await screen.findByRole('progressbar')
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['3', '4'])
})

test.each([
  [{ id: 2 }, 'Email deleted successfully!'],
  [new Refused(409, 'Email 2 was sent'), 'There was an issue deleting the email. Please try again.'],
])('reports a deletion answered with %j: %s', async (answer, message) => {
  const { sent } = await open({ 'DELETE /api/sec/emails/delete/': answer })
  await chooseAction('Delete', /2,/)
  await screen.findByRole('dialog', { name: 'Confirm: Are you sure you want to delete this?' })
  await press('Delete')
  await waitFor(() => expect(readToasts()).toMatchObject([{ message }]))
  expect(sent.find(({ method }) => method === 'DELETE')?.body).toMatchObject({ id: 2 })
})

test('the columns of the list can be chosen, and stay chosen', async () => {
  await expectStaysHidden('All emails', 'Upload Source', open)
})
