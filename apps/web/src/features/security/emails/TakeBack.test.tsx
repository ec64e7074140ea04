import type { SecurityEmail } from '@aviary/contract/security/email-endpoints'
import { useLocation } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { press } from '../../../../testing/press.ts'
import { type Answers, Refused, renderPage } from '../../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../../ui/toast-store.ts'
import { EmailsPage } from './EmailsPage.tsx'

const email = (id: number): SecurityEmail => ({
  id,
  sec_comm_id: 7,
  company_id: 40 + id,
  subject: `Subject ${id}`,
  body: `<p>Body of ${id}</p>`,
  sent_date: null,
  was_sent: 'N',
  upload_source: 'IMPORT 12',
  import_id: 12,
  comm_content_id: id,
  content: null,
  content_type: 'text/html',
  progress: null,
  broadcast_id: null,
  version: 1,
})
const COMM = {
  sec_comm_id: 7,
  sec_id: 3,
  comm_type: 1,
  description: 'To all customers',
  status: 'Draft',
  created_date: '2026-08-20T10:00:00.000Z',
  is_hidden: 'N',
  version: 1,
}
const INCIDENT = {
  sec_id: 3,
  title: 'Leaked key',
  description: 'A key',
  status: 'Open',
  start_date: '2026-08-20T10:00:00.000Z',
  end_date: null,
  version: 1,
}
const IMPORT = { import_id: 12, title: 'August', emails: 1_204, unsent: 1_200 }
const MAILS = { queued: 0, sent: 0, deferred: 0, failed: 0, stopped: 0, bounced: 0 }
const Where = () => <p>at {useLocation().href}</p>

const open = (changed: Answers = {}, at = '/details/7?import=12') =>
  renderPage(
    <>
      <EmailsPage />
      <Where />
    </>,
    {
      'POST /api/get_user_id/': {
        data: {
          email: 'ada@acme.example',
          preferences: {},
          rights: { restricted_page_access: [] },
          authorization: { is_admin: true, role_ids: [], allowed_actions: [] },
        },
      },
      'GET /api/sec/comms/': { comms: [COMM] },
      'GET /api/sec/incidents/': { incidents: [INCIDENT] },
      'GET /api/sec/emails/': { emails: [email(3), email(2)], more_results: false, total: 2 },
      'GET /api/sec/user/impact/': { impact: { 42: 22 }, names: { 42: 'Heron Ltd' } },
      'GET /api/sec/user/recipients/': {
        recipients: [
          {
            company_id: 42,
            total: 22,
            emails: Array.from({ length: 20 }, (_, index) => `p${index}@heron.example`),
          },
        ],
      },
      'GET /api/sec/emails/imports/': { imports: [IMPORT] },
      'GET /api/sec/emails/sendable/': {
        emails: [
          {
            id: 2,
            company_id: 42,
            subject: 'Subject 2',
            version: 1,
            recipients: 22,
            others_of_company: 0,
          },
        ],
        reachable: 1,
        unreachable: 50_000,
      },
      'GET /api/sec/emails/progress/': { emails: 3, sent_emails: 0, progress: MAILS },
      ...changed,
    },
    at,
  )

const question = () => screen.findByRole('dialog', { name: 'Confirm: Are you sure you want to delete this?' })
const deletionOf = (sent: { method: string; body: unknown }[]) =>
  sent.find(({ method }) => method === 'DELETE')?.body

beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
})

test('says what the comm is about, and names the companies of its emails', async () => {
  await open()
  const facts = (await screen.findByText('Leaked key')).closest('dl')
  expect(facts?.textContent).toContain('Security incidentLeaked key')
  await screen.findByText('To all customers')
  await within(await screen.findByRole('row', { name: /Subject 2/ })).findByText('Heron Ltd')
  await within(await screen.findByRole('row', { name: /Subject 3/ })).findByText('not in the catalogue')
})

test('lists the emails of the import in the address, and of another one that is chosen', async () => {
  const { sent } = await open()
  await screen.findByRole('row', { name: /Subject 2/ })
  const list = () => sent.findLast(({ url }) => url.pathname === '/api/sec/emails/')?.url.searchParams
  expect(list()?.get('import_id')).toBe('12')
  const filter = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Import' })
  await within(filter).findByRole('option', { name: '12 August – unsent: 1,200 of 1,204' })
  expect(filter.value).toBe('12')
  await userEvent.selectOptions(filter, 'All emails, whatever they come from')
  await screen.findByText('at /details/7')
  await waitFor(() => expect(list()?.get('import_id')).toBeNull())
})

test('deletes all unsent emails of an import after a question with their number', async () => {
  const { sent } = await open({
    'DELETE /api/sec/emails/delete_unsent/': { deleted: 1_199, sent: 5, promotable: 1_199 },
  })
  await press('Delete all unsent of this import…')
  const dialog = within(await question())
  dialog.getByText('Unsent emails of import 12 August: 1,200')
  dialog.getByText('Emails that were sent and stay: 4')
  dialog.getByText('Nobody will get them. Their staged emails can be promoted again.')
  await press('Delete 1,200 emails')
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      {
        kind: 'success',
        message: 'Emails deleted successfully!',
        note: 'Deleted: 1,199 · sent before, so they stay: 5',
      },
    ]),
  )
  expect(deletionOf(sent)).toMatchObject({ import_id: 12 })
})

test('the question counts along while emails of the import are sent', async () => {
  let imports = [IMPORT]
  const { client } = await open({ 'GET /api/sec/emails/imports/': () => ({ imports }) })
  await press('Delete all unsent of this import…')
  const dialog = within(await question())
  dialog.getByText('Unsent emails of import 12 August: 1,200')
  imports = [{ ...IMPORT, unsent: 1 }]
  await client.invalidateQueries({ queryKey: ['security'] })
  await dialog.findByText('Unsent emails of import 12 August: 1')
  dialog.getByText('Emails that were sent and stay: 1,203')
  await screen.findByRole('button', { name: 'Delete 1 email' })
  imports = [{ ...IMPORT, unsent: 0 }]
  await client.invalidateQueries({ queryKey: ['security'] })
  const confirm = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Delete 0 emails' })
  expect(confirm.disabled).toBe(true)
})

test('the question stays as it was confirmed while its deletion is running', async () => {
  let imports = [IMPORT]
  const deleting = Promise.withResolvers<object>()
  const { client } = await open({
    'GET /api/sec/emails/imports/': () => ({ imports }),
    'DELETE /api/sec/emails/delete_unsent/': () => deleting.promise,
  })
  await press('Delete all unsent of this import…')
  const dialog = within(await question())
  await press('Delete 1,200 emails')
  imports = []
  await client.invalidateQueries({ queryKey: ['security'] })
  const filter = screen.getByRole('combobox', { name: 'Import', hidden: true })
  await waitFor(() =>
    expect(within(filter).queryByRole('option', { name: /August/, hidden: true })).toBeNull(),
  )
  dialog.getByText('Unsent emails of import 12 August: 1,200')
  dialog.getByText('Emails that were sent and stay: 4')
  dialog.getByRole('button', { name: 'Delete 1,200 emails' })
  expect(dialog.queryByText('Email Already Sent')).toBeNull()
  imports = [{ ...IMPORT, unsent: 7 }]
  deleting.resolve(new Refused(500, 'Away'))
  await dialog.findByText('Unsent emails of import 12 August: 7')
})

test('deletes the chosen emails, and keeps the choice when that fails', async () => {
  let answer: object = new Refused(500, 'Away')
  const { sent } = await open({ 'DELETE /api/sec/emails/delete_unsent/': () => answer }, '/details/7')
  await press('Choose all of this page')
  await press('Delete chosen…')
  within(await question()).getByText('Chosen emails: 2')
  await press('Delete 2 emails')
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      { kind: 'error', message: 'There was an issue deleting the email. Please try again.' },
    ]),
  )
  screen.getByText('2 chosen')
  answer = { deleted: 2, sent: 0, promotable: 0 }
  await press('Delete 2 emails')
  await screen.findByText('0 chosen')
  expect(deletionOf(sent)).toMatchObject({ ids: [3, 2] })
})

test('sends the unsent emails of the import, with the addresses that get them', async () => {
  const { sent } = await open()
  await press('Send all unsent of this import…')
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Confirm: Are you sure you want to send this?' }),
  )
  await dialog.findByText('p0@heron.example')
  dialog.getByText('and 19 more')
  await dialog.findByText('Heron Ltd')
  dialog.getByText('Emails that have nobody to reach: 50,000')
  dialog.getByText('Leave out the emails that have nobody to reach (50,000)')
  dialog.getByRole('button', { name: 'Send 1 email to 22 people, EXTERNAL' })
  const asked = sent.find(({ url }) => url.pathname === '/api/sec/emails/sendable/')
  expect(asked?.url.search).toBe('?sec_comm_id=7&import_id=12')
})

test('the preview names the company and the addresses that get the email', async () => {
  await open()
  await press(/^Preview\/Send: .*Subject 2/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Email 2' }))
  await dialog.findByText('42 · Heron Ltd')
  await dialog.findByText('p19@heron.example')
  dialog.getByText('and 2 more')
})
