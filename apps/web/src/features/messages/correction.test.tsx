import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { beforeEach, expect, test } from 'vitest'
import { message, open, PREVIEW } from '../../../testing/messages.tsx'
import { press } from '../../../testing/press.ts'
import { type Answers, Refused } from '../../../testing/render.tsx'
import { chooseAction } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
})

const MAILED = { people: 1198, waiting: 2, audience: 'EXTERNAL', mailed_date: '2026-08-20T12:00:00.000Z' }
const CORRECTION = {
  ...{ ...PREVIEW, total: 182, waiting: 2, translations: { ja: '<p>[ja]</p>' }, removed: [] },
  unaffected: [{ locale: 'ja', people: 16 }],
  channels: { ...PREVIEW.channels, total: 4 },
}

async function edit(changed: Answers = {}, ...allowed: string[]) {
  const page = await open(
    {
      'GET /api/get_mailed_message/': MAILED,
      'POST /api/preview_correction/': CORRECTION,
      'POST /api/correct_message/': { message: message(1, { version: 2 }), broadcast_id: 9, removed: [] },
      'PUT /api/update_message_body/': { message: message(1, { version: 2 }), removed: [] },
      ...changed,
    },
    ...allowed,
  )
  await chooseAction('Edit', /Update/)
  const body = screen.getByLabelText(/^Body/)
  await userEvent.clear(body)
  await userEvent.type(body, 'All is well')
  return page
}
const wayOf = (name: string) => screen.findByRole('radio', { name })
const TEXT_ONLY = 'Change the text only'
const CORRECT = 'Change it and mail a correction'

test('a mailed message says who has the old text, and is changed only once the way is chosen', async () => {
  const { sent } = await edit()
  expect(await screen.findByText('1,198 people have this text by mail')).toBeTruthy()
  i18next.addResourceBundle('de', 'shell', { 'audience.EXTERNAL': 'EXTERN' })
  await act(() => i18next.changeLanguage('de'))
  expect(screen.getByText(/· EXTERN ·/)).toBeTruthy()
  expect(screen.getByText(/^EXTERN, to those of the 1\.200 people/)).toBeTruthy()
  await act(() => i18next.changeLanguage('en'))
  expect(screen.getByText('2 more mails with it are still going out.')).toBeTruthy()
  expect(screen.getByText('Choose how the change is made')).toBeTruthy()
  await userEvent.click(await wayOf(TEXT_ONLY))
  await press('Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  expect(sent.some(({ url }) => url.pathname.includes('correct_message'))).toBe(false)
})

test('the dialog names the incident, and shows what the edit changes against the mailed text', async () => {
  await edit()
  await screen.findByText('1,198 people have this text by mail')
  const dialog = screen.getByRole('dialog', { name: 'Edit a mailed message: OPI-7 · P1 · Travel' })
  expect(within(dialog).getByText('outage')).toBeTruthy()
  const changes = within(dialog).getByRole('region', { name: 'What changes' })
  expect(changes.querySelector('del')?.textContent).toContain('x'.repeat(111))
  expect(changes.querySelector('ins')?.textContent).toContain('All is well')
  await userEvent.selectOptions(within(dialog).getByLabelText(/^Message type/), 'Internal Update')
  expect(changes.textContent).toContain('Internal Update')
})

test('the mail of the correction is shown beside the form, unless only the text is changed', async () => {
  const { sent } = await edit()
  const preview = await screen.findByRole('complementary', { name: 'Preview' })
  expect(await within(preview).findByText('A subject')).toBeTruthy()
  const requested = () => sent.findLast(({ url }) => url.pathname === '/api/preview_correction/')?.body
  await waitFor(() =>
    expect(requested()).toMatchObject({ message_id: 1, body: '<p>All is well</p>', relocalize: 'N' }),
  )
  await userEvent.click(await wayOf(TEXT_ONLY))
  expect(within(preview).queryByText('A subject')).toBeNull()
  expect(within(preview).getByText(/Nobody is mailed/)).toBeTruthy()
  await userEvent.click(await wayOf(CORRECT))
  expect(await within(preview).findByText('A subject')).toBeTruthy()
})

test('what the translator is asked for is shown in the confirmation only, with the promised time', async () => {
  const { sent } = await edit()
  await userEvent.click(await wayOf(CORRECT))
  const preview = await screen.findByRole('complementary', { name: 'Preview' })
  const [renew] = screen.getAllByRole('radio', { name: 'Yes' })
  await userEvent.click(renew as HTMLElement)
  await userEvent.type(screen.getByLabelText(/^Body/), ' again')
  expect(await within(preview).findByText(/are translated for the confirmation/)).toBeTruthy()
  const due = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 3_600_000).toISOString()
  fireEvent.change(screen.getByLabelText('Update promised for (UTC)'), {
    target: { value: due.slice(0, 16) },
  })
  await press('Go on to confirmation')
  await screen.findByRole('button', { name: /correction to 182/ })
  expect(screen.getByText('Update promised for (UTC)')).toBeTruthy()
  const asked = sent.filter(({ url }) => url.pathname === '/api/preview_correction/').map(({ body }) => body)
  expect(asked.filter((body) => (body as { relocalize: string }).relocalize === 'Y')).toHaveLength(1)
  expect(asked.at(-1)).toMatchObject({ next_update_due: due })
})

test('beside the form stands why a correction is refused', async () => {
  await edit({ 'POST /api/preview_correction/': new Refused(400, 'no text that was mailed changes') })
  const preview = await screen.findByRole('complementary', { name: 'Preview' })
  expect(await within(preview).findByText('no text that was mailed changes')).toBeTruthy()
})

test('a correction is sent with the number and the translations that the confirmation showed', async () => {
  const { sent } = await edit()
  await userEvent.click(await wayOf(CORRECT))
  await press('Go on to confirmation')
  expect(await screen.findByText('Not mailed, because their text stays the same: 日本語: 16')).toBeTruthy()
  expect(screen.getByText(/^2 of them have not been sent the old text yet/)).toBeTruthy()
  await press('Confirm: save, mail a correction to 182, EXTERNAL')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ url }) => url.pathname.includes('/api/correct_message/'))?.body).toMatchObject({
    ...{ message_id: 1, body: '<p>All is well</p>', version: 1, recipients: 182, channels: 4 },
    translations: { ja: '<p>[ja]</p>' },
  })
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false)
})

test('a correction that is refused because the number changed shows the new one, with everything typed', async () => {
  let total = 182
  await edit({
    'POST /api/preview_correction/': () => ({ ...CORRECTION, total }),
    'POST /api/correct_message/': () => {
      total = 181
      return new Refused(409, 'The correction would now reach 181 people, not 182. Check it again')
    },
  })
  await userEvent.click(await wayOf(CORRECT))
  await press('Go on to confirmation')
  await userEvent.click(await screen.findByRole('button', { name: /correction to 182/ }))
  expect(await screen.findByRole('button', { name: /correction to 181/ })).toBeTruthy()
  expect(readToasts()[0]?.message).toBe('There was an issue correcting the message. Please try again.')
  await press('Back')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Body/).value).toBe('All is well')
})

test('who may not create messages changes the text only', async () => {
  await edit({}, 'edit_p1_message')
  expect(await screen.findByText('1,198 people have this text by mail')).toBeTruthy()
  expect(screen.queryByRole('radio', { name: CORRECT })).toBeNull()
  await press('Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the question before deleting says how many have the text', async () => {
  await open({ 'GET /api/get_mailed_message/': MAILED })
  await chooseAction('Delete', /Update/)
  expect(await screen.findByText('1,198 people have this text by mail')).toBeTruthy()
  expect(screen.getByText(/^A mail cannot be called back/)).toBeTruthy()
})

test('a message that nobody was mailed is edited without a choice', async () => {
  await edit({ 'GET /api/get_mailed_message/': { ...MAILED, people: 0, waiting: 0, mailed_date: null } })
  await press('Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
