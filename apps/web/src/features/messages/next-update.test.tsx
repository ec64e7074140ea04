import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { choose, message, open, PREVIEW } from '../../../testing/messages.tsx'
import { press } from '../../../testing/press.ts'
import { Refused, type Sent } from '../../../testing/render.tsx'
import { chooseAction } from '../../../testing/row.ts'
import { closeAllToasts } from '../../ui/toast-store.ts'

const NOW = Date.parse('2026-08-20T12:00:00Z')

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  return () => vi.useRealTimers()
})

const field = () => screen.getByLabelText<HTMLInputElement>(/^Next Update/)
const promise = (wall: string) =>
  fireEvent.change(screen.getByLabelText('Update promised for (UTC)'), { target: { value: wall } })

async function fill(broadcast: 'Yes' | 'No') {
  const posted = { message: message(3), broadcast_id: null, removed: [] }
  const { sent } = await open({
    'POST /api/preview_message/': PREVIEW,
    'POST /api/create_message/': posted,
  })
  await press('Create message')
  await choose(/^Message type/, 'Update')
  await userEvent.type(screen.getByLabelText(/^Body/), 'All is well')
  await userEvent.click(screen.getByRole('radio', { name: broadcast }))
  await screen.findByLabelText(/^Next Update/)
  return (call: 'preview' | 'create') =>
    sent.findLast(({ url }) => url.pathname === `/api/${call}_message/`)?.body as Record<string, unknown>
}

test('the promised time fills the e-mail field, and is sent for the mail of each language', async () => {
  const sentTo = await fill('Yes')
  expect(await screen.findByText('Next Update required')).toBeTruthy()
  promise('2026-08-20T14:30')
  expect(field().value).toBe('Aug 20, 2026, 14:30 UTC')
  expect(screen.getByText(/^Made from the time above/)).toBeTruthy()
  await press('Go on to confirmation')
  await screen.findByText(/These e-mails go EXTERNAL/)
  expect(screen.getByText('Aug 20, 2026, 14:30 UTC')).toBeTruthy()
  expect(sentTo('preview')).toMatchObject({
    next_update_due: '2026-08-20T14:30:00.000Z',
    email_template_data: { next_update: '' },
  })
})

test('a typed text is sent as it is; emptied, the field shows the time again', async () => {
  const sentTo = await fill('Yes')
  promise('2026-08-20T14:30')
  await userEvent.clear(field())
  expect(field().value).toBe('')
  await userEvent.tab()
  expect(field().value).toBe('Aug 20, 2026, 14:30 UTC')
  await userEvent.clear(field())
  await userEvent.type(field(), 'in the afternoon')
  promise('2026-08-20T15:00')
  expect(field().value).toBe('in the afternoon')
  await press('Go on to confirmation')
  await screen.findByText(/These e-mails go EXTERNAL/)
  expect(sentTo('preview')).toMatchObject({
    next_update_due: '2026-08-20T15:00:00.000Z',
    email_template_data: { next_update: 'in the afternoon' },
  })
})

test.each(['2026-08-20T12:00', '2026-08-27T12:01'])('%s cannot be promised', async (wall) => {
  await fill('No')
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Post message' })
  await waitFor(() => expect(submit().disabled).toBe(false))
  promise(wall)
  const reason = 'The promised update must be later than now and within 7 days'
  expect(screen.getAllByText(reason).length).toBeGreaterThan(0)
  expect(submit().disabled).toBe(true)
  promise('2026-08-27T12:00')
  expect(submit().disabled).toBe(false)
})

test('without a promised time none is sent', async () => {
  const sentTo = await fill('No')
  await press('Post message')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo('create')).not.toHaveProperty('next_update_due')
})

describe('an edit', () => {
  const DUE = '2026-08-20T14:30:20.000Z'
  const due = () => screen.getByLabelText<HTMLInputElement>('Update promised for (UTC)')
  const bodyOf = (sent: readonly Sent[]) => sent.findLast(({ method }) => method === 'PUT')?.body

  async function edit(
    stored = message(1, { next_update_due: DUE }),
    answer: unknown = { message: stored, removed: [] },
  ) {
    const page = await open({
      'GET /api/get_messages/': { messages: [stored] },
      'PUT /api/update_message_body/': answer,
    })
    await chooseAction('Edit', /Update/)
    return page.sent
  }

  test('shows the promised time and moves it alone', async () => {
    const sent = await edit()
    expect(due().value).toBe('2026-08-20T14:30')
    expect(screen.getByText('Must Change A Value')).toBeTruthy()
    promise('2026-08-20T11:59')
    expect(screen.getAllByText(/^The promised update must be later than now/).length).toBeGreaterThan(0)
    promise('2026-08-20T15:00')
    await press('Save changes')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodyOf(sent)).toMatchObject({
      ...{ message_id: 1, version: 1, body: message(1).body.en },
      next_update_due: '2026-08-20T15:00:00.000Z',
    })
  })

  test('takes the promise away, and sends nothing of one that was left alone', async () => {
    const sent = await edit()
    promise('')
    await press('Save changes')
    await waitFor(() => expect(bodyOf(sent)).toMatchObject({ next_update_due: null }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await chooseAction('Edit', /Update/)
    await userEvent.type(screen.getByLabelText(/^Body/), ' More')
    await press('Save changes')
    await waitFor(() => expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(2))
    expect(bodyOf(sent)).not.toHaveProperty('next_update_due')
  })

  test('says that the promise is taken back, and refuses a year far away', async () => {
    await edit()
    expect(screen.queryByText('The promise is taken back.')).toBeNull()
    promise('')
    expect(screen.getByText('The promise is taken back.')).toBeTruthy()
    promise('3026-08-20T15:00')
    expect(screen.getAllByText(/^The promised update must be later than now/).length).toBeGreaterThan(0)
  })

  test('opens with a draft that an earlier version of the page kept', async () => {
    const base = { version: 1, type: 'Update', texts: { en: 'All is well' } }
    const kept = { base, type: 'Update', language: 'en', relocalize: 'N', typed: { en: 'All is lost' } }
    sessionStorage.setItem('aviary-draft-edit-1', JSON.stringify(kept))
    await open({ 'GET /api/get_messages/': { messages: [message(1, { next_update_due: DUE })] } })
    expect((await screen.findByLabelText<HTMLTextAreaElement>(/^Body/)).value).toBe('All is lost')
    expect(due().value).toBe('2026-08-20T14:30')
  })

  test('shows a time that somebody else has moved meanwhile', async () => {
    const theirs = message(1, { next_update_due: '2026-08-20T16:00:00.000Z', version: 2 })
    let stored = message(1, { next_update_due: DUE })
    await open({
      'GET /api/get_messages/': () => ({ messages: [stored] }),
      'PUT /api/update_message_body/': () => {
        stored = theirs
        return new Refused(409, 'Changed meanwhile', theirs)
      },
    })
    await chooseAction('Edit', /Update/)
    promise('2026-08-20T15:00')
    await press('Save changes')
    const row = await screen.findByRole('row', { name: /^Update promised/ })
    expect([...row.children].map(({ textContent }) => textContent)).toEqual([
      'Update promised for (UTC)',
      'Aug 20, 2026, 16:00 UTC',
      'Aug 20, 2026, 15:00 UTC',
    ])
    await press('Keep mine')
    expect(due().value).toBe('2026-08-20T15:00')
  })
})

test.each([
  ['Notification', false],
  ['Internal Update', true],
])('an older message without a promise, behind one of type %s', async (message_type, mayPromise) => {
  const newer = message(2, { title: 'Newer', message_type })
  await open({ 'GET /api/get_messages/': { messages: [newer, message(1)] } })
  await chooseAction('Edit', /Update/)
  expect(screen.queryByLabelText('Update promised for (UTC)') !== null).toBe(mayPromise)
})
