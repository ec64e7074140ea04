import type { SecurityImport } from '@aviary/contract/security/import-endpoints'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectStaysHidden } from '../../../../testing/columns.ts'
import { type Answers, Refused, renderPage } from '../../../../testing/render.tsx'
import { chooseAction, exactTimesIn } from '../../../../testing/row.ts'
import { answerUploads, refusedRows, refusedUpload, type Uploaded } from '../../../../testing/uploads.ts'
import { closeAllToasts, readToasts } from '../../../ui/toast-store.ts'
import { MassImportPage } from './MassImportPage.tsx'

const anImport = (pkey: number, changes: Partial<SecurityImport> = {}): SecurityImport => ({
  pkey,
  sec_id: 3,
  sec_comm_id: 5,
  title: `Notice ${pkey}`,
  data: 'company_id,subject,body\n41,Hello,<p>x</p>\n',
  is_cut: 'N',
  size: 44,
  staged: 1200,
  promoted: 7,
  filename: 'notice.csv',
  created_date: '2026-08-20T10:00:00.000Z',
  created_by: 'ada@acme.example',
  is_hidden: 'N',
  version: 1,
  ...changes,
})
const toPage = (...imports: SecurityImport[]) => ({ imports, more_results: false, total: imports.length })
const BOTH = toPage(anImport(2, { is_hidden: 'Y' }), anImport(1, { promoted: 0 }))
const person = (allowed: string[] = [], isAdmin = true) => ({
  data: {
    email: 'ada@acme.example',
    preferences: {},
    rights: { restricted_page_access: [] },
    authorization: { is_admin: isAdmin, role_ids: [], allowed_actions: allowed },
  },
})
const incident = {
  sec_id: 3,
  title: 'Leaked key',
  description: 'x',
  status: 'Open',
  start_date: '2026-08-20T10:00:00.000Z',
  end_date: null,
  version: 1,
}
const comm = {
  sec_comm_id: 5,
  sec_id: 3,
  comm_type: 1,
  description: 'To all',
  status: 'Draft',
  created_date: '2026-08-20T10:00:00.000Z',
  is_hidden: 'N',
  version: 1,
}
const PREVIEW = {
  columns: ['company_id', 'subject', 'body'],
  fault: null,
  rows: [
    { line: 2, company_id: '41', subject: 'Hello', body: '<p>Dear One</p>', faults: [] },
    {
      line: 3,
      company_id: 'x',
      subject: '',
      body: '',
      faults: [{ column: 'company_id', message: 'use a whole number' }],
    },
  ],
}

const open = (changed: Answers = {}, at = '/') =>
  renderPage(
    <MassImportPage />,
    {
      'POST /api/get_user_id/': person(),
      'GET /api/sec/imports/': BOTH,
      'GET /api/sec/user/impact/': { impact: { 41: 2 }, names: { 41: 'Heron Ltd' } },
      'GET /api/sec/incidents/': { incidents: [incident] },
      'GET /api/sec/comms/': { comms: [comm] },
      'POST /api/sec/imports/preview/': PREVIEW,
      ...changed,
    },
    at,
  )

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const row = (text: RegExp) => screen.findByRole('row', { name: text })
const lastBody = (sent: { method: string; body: unknown }[], method: string) =>
  sent.findLast((request) => request.method === method)?.body

const CSV = 'company_id,subject,body\n41,Hello,<p>x</p>\nx,,\n'
const choose = (content: string, name = 'merge.csv') => {
  const field = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!field) throw new Error('there is no field for a file')
  fireEvent.change(field, { target: { files: [new File([content], name)] } })
}

/** Fills in the form without submitting it. */
async function fillIn(content = CSV) {
  await press('Upload Mail Merge File')
  choose(content)
  await screen.findByDisplayValue('merge')
  await screen.findByRole('option', { name: /^3 / })
  await userEvent.selectOptions(screen.getByLabelText(/^Security Incident ID/), '3')
  await screen.findByRole('option', { name: '5 To all' })
  await userEvent.selectOptions(screen.getByLabelText(/^Security Comm Id/), '5')
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Upload and stage' }).disabled).toBe(false),
  )
}

const textOf = (uploads: Uploaded[]) => uploads.at(-1)?.file.text()

beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
})

describe('the list', () => {
  test('shows what an import staged and promoted, with a link to its review', async () => {
    await open()
    const second = await row(/Notice 2/)
    for (const text of [
      '2',
      '3',
      '5',
      'notice.csv',
      'ada@acme.example',
      '(hidden)',
      'Staged: 1,200 · Promoted: 7',
    ])
      within(second).getByText(text)
    expect(exactTimesIn(second)).toEqual(['Aug 20, 2026, 10:00 UTC'])
    expect(
      within(second)
        .getByRole('link', { name: /^Review Data/ })
        .getAttribute('href'),
    ).toBe('/staged_emails/2')
    screen.getByText('2 in all')
  })

  test('has no link to the review for those who may not open it', async () => {
    await open({ 'POST /api/get_user_id/': person(['view_mass_import'], false) })
    await row(/Notice 2/)
    expect(screen.queryByRole('link', { name: /^Review Data/ })).toBeNull()
  })

  test('pages through the pages of the server', async () => {
    const { sent } = await open({ 'GET /api/sec/imports/': { ...BOTH, total: 101, more_results: true } })
    await row(/Notice 2/)
    await press('Next page')
    await waitFor(() => {
      const query = sent.findLast(({ url }) => url.pathname === '/api/sec/imports/')?.url.searchParams
      expect([query?.get('start_at'), query?.get('response_size')]).toEqual(['100', '100'])
    })
  })

  test('says how the first import comes into an empty list', async () => {
    await open({ 'GET /api/sec/imports/': toPage() })
    await screen.findByText('No Data')
    await screen.findByText('Upload a mail merge file with the button above.')
  })

  test('reports a failed load', async () => {
    await open({ 'GET /api/sec/imports/': new Refused(500, 'Away') })
    await screen.findByText('Away')
    expect(readToasts()).toMatchObject([{ kind: 'error', message: 'Unable to get imports', reason: 'Away' }])
  })

  test('shows a file as a table, and loads more', async () => {
    await open({
      'GET /api/sec/imports/data/': ({ url }: { url: URL }) =>
        url.searchParams.get('from') === '0'
          ? { data: 'company_id,subject\n41,"Hel', next: 26 }
          : { data: 'lo"\n42,<b>two</b>', next: null },
    })
    await press(/^View CSV: 2/)
    await screen.findByText('Rows read so far: 0')
    await press('Read on')
    await screen.findByText('Rows: 2')
    screen.getByRole('columnheader', { name: 'subject' })
    screen.getByRole('cell', { name: 'Hello' })
    screen.getByRole('cell', { name: '<b>two</b>' })
  })
})

describe('an upload', () => {
  test('previews the first rows with their faults, and sends the contents of the box', async () => {
    const uploads = answerUploads(() => Response.json({ import_id: 3, import: anImport(3) }))
    await open()
    await fillIn()
    await screen.findByText('Row 1 of 2')
    await press('Next row')
    within(screen.getByRole('list', { name: 'What is wrong with the row' })).getByText('company_id:')
    fireEvent.change(screen.getByLabelText('Contents'), {
      target: { value: 'company_id,subject,body\n42,a,b' },
    })
    await press('Upload and stage')
    await waitFor(() =>
      expect(readToasts()).toMatchObject([{ message: 'Security Import created successfully!' }]),
    )
    expect(Object.fromEntries(uploads[0]?.url.searchParams ?? [])).toEqual({
      title: 'merge',
      filename: 'merge.csv',
      sec_id: '3',
      sec_comm_id: '5',
    })
    expect(await textOf(uploads)).toBe('company_id,subject,body\n42,a,b')
    expect(uploads[0]?.headers).toMatchObject({ 'content-type': 'text/csv' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('aviary-draft-'))).toEqual([])
  })

  test('lists its bad rows beside the box with links to their lines, and keeps the contents', async () => {
    answerUploads(() =>
      refusedRows('2 of 2 rows cannot be taken in; nothing was stored', [
        { path: '3:company_id', message: 'use a whole number' },
        { path: '2', message: 'has 2 cells where the header has 3' },
      ]),
    )
    await open()
    await fillIn()
    await press('Upload and stage')
    await screen.findByText('2 of 2 rows cannot be taken in; nothing was stored')
    screen.getByText('There was an issue creating the Security Import. Please try again.')
    screen.getByRole('row', { name: /2 The whole row has 2 cells/ })
    expect(readToasts()).toEqual([])
    await press('Go to line 3')
    const box = screen.getByLabelText<HTMLTextAreaElement>('Contents')
    expect(document.activeElement).toBe(box)
    expect(box.value.slice(box.selectionStart, box.selectionEnd)).toBe('x,,')
    expect(box.value).toBe(CSV)
    screen.getByDisplayValue('merge')
  })

  test.each([
    [504, 'Security Import not created!'],
    [409, 'There was an issue creating the Security Import. Please try again.'],
  ])('reports a failure with %i, and sends the same idempotency key again', async (status, message) => {
    const uploads = answerUploads(() => refusedUpload(status, 'Because'))
    await open()
    await fillIn()
    await press('Upload and stage')
    await waitFor(() => expect(readToasts()).toMatchObject([{ kind: 'error', message, reason: 'Because' }]))
    await press('Upload and stage')
    await waitFor(() => expect(uploads).toHaveLength(2))
    const [first, second] = uploads.map(({ headers }) => headers['idempotency-key'])
    expect(second).toBe(first)
    fireEvent.change(screen.getByLabelText('Contents'), { target: { value: `${CSV}42,a,b` } })
    await press('Upload and stage')
    await waitFor(() => expect(uploads).toHaveLength(3))
    expect(uploads[2]?.headers['idempotency-key']).not.toBe(first)
  })

  test('shows its progress, and can be cancelled', async () => {
    answerUploads(() => new Promise(() => undefined))
    await open()
    await fillIn()
    await press('Upload and stage')
    const bar = await screen.findByRole('progressbar', { name: 'Progress of the upload' })
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe(String(CSV.length / 2)))
    expect(screen.getByLabelText<HTMLTextAreaElement>('Contents').readOnly).toBe(true)
    await press('Give the upload up')
    await screen.findByText(/^The upload was given up/)
    expect(readToasts()).toEqual([])
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  test.each([
    ['x', 'a.xlsx', /^This is no \.csv file/],
    ['', 'a.csv', /^The file is empty/],
  ])('refuses %j in %s at once, and keeps the previous file', async (content, name, message) => {
    await open()
    await press('Upload Mail Merge File')
    choose(CSV)
    await screen.findByDisplayValue('merge')
    choose(content, name)
    await screen.findByText(message)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Contents').value).toBe(CSV)
  })

  test('keeps a title that was typed while the file was read', async () => {
    await open()
    await press('Upload Mail Merge File')
    const file = new File([CSV], 'merge.csv')
    const gate = Promise.withResolvers<void>()
    const { stream } = file
    file.stream = () =>
      stream
        .call(file)
        .pipeThrough(
          new TransformStream({ transform: (part, to) => gate.promise.then(() => to.enqueue(part)) }),
        )
    const field = document.querySelector<HTMLInputElement>('input[type=file]')
    if (field) fireEvent.change(field, { target: { files: [file] } })
    fireEvent.change(screen.getByLabelText(/^Title/), { target: { value: 'Typed meanwhile' } })
    gate.resolve()
    await screen.findByDisplayValue('merge.csv')
    screen.getByDisplayValue('Typed meanwhile')
  })

  test('takes the title from the last chosen file until one is typed', async () => {
    await open()
    await press('Upload Mail Merge File')
    choose(CSV, 'first.csv')
    await screen.findByDisplayValue('first')
    choose(CSV, 'second.csv')
    const title = await screen.findByDisplayValue('second')
    fireEvent.change(title, { target: { value: 'Mine' } })
    choose(CSV, 'third.csv')
    await screen.findByDisplayValue('third.csv')
    screen.getByDisplayValue('Mine')
  })

  test('is restored after a reload', async () => {
    await open()
    await press('Upload Mail Merge File')
    choose(CSV)
    await screen.findByDisplayValue('merge')
    await waitFor(() => expect(sessionStorage.getItem('aviary-draft-security-import-new-data')).toBe(CSV))
    document.body.replaceChildren()
    await open()
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Contents')).value).toBe(CSV)
  })
})

describe('an edit', () => {
  test('sends the contents only if they changed', async () => {
    const { sent } = await open({
      'PUT /api/sec/imports/': { import_id: 1, import: anImport(1, { version: 2 }) },
    })
    await chooseAction('Edit', /1/)
    fireEvent.change(await screen.findByLabelText(/^Title/), { target: { value: 'Other' } })
    await press('Save changes')
    await waitFor(() =>
      expect(readToasts()).toMatchObject([{ message: 'Security Import edited successfully!' }]),
    )
    expect(lastBody(sent, 'PUT')).toMatchObject({ import_id: 1, title: 'Other', version: 1 })
    expect(lastBody(sent, 'PUT')).not.toHaveProperty('data')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await chooseAction('Edit', /1/)
    fireEvent.change(await screen.findByLabelText('Contents'), { target: { value: 'other' } })
    screen.getByText(/^Other contents stage all of its emails anew/)
    await press('Save changes')
    await waitFor(() => expect(lastBody(sent, 'PUT')).toMatchObject({ data: 'other' }))
  })

  test('cannot change the contents once emails were promoted', async () => {
    await open()
    await chooseAction('Edit', /2/)
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Contents')).readOnly).toBe(true)
    screen.getByText(/^Some of its emails were promoted/)
  })
})

test.each([
  [{ import_id: 2 }, 'Import deleted successfully!'],
  [new Refused(500, 'Away'), 'There was an issue deleting the import. Please try again.'],
])('reports a deletion answered with %j: %s', async (answer, message) => {
  const { sent } = await open({ 'DELETE /api/sec/imports/delete/': answer })
  await chooseAction('Delete', /2/)
  await screen.findByRole('dialog', { name: 'Confirm: Are you sure you want to delete this?' })
  screen.getByText('Staged emails that go with it: 1,193. Promoted ones stay as emails of the comm: 7.')
  await press('Delete')
  await waitFor(() => expect(readToasts()).toMatchObject([{ message }]))
  expect(lastBody(sent, 'DELETE')).toMatchObject({ import_id: 2 })
})

test('the columns of the list can be chosen, and stay chosen', async () => {
  await expectStaysHidden('All imports', 'FileName', open)
})
