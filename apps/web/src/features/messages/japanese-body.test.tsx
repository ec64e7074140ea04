import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { choose, message, open, option, PREVIEW } from '../../../testing/messages.tsx'
import { press } from '../../../testing/press.ts'
import { confirmed } from '../../../testing/previews.ts'
import { type Answers, Refused } from '../../../testing/render.tsx'
import { chooseAction } from '../../../testing/row.ts'
import { closeAllToasts } from '../../ui/toast-store.ts'

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const JAPANESE = 'Japanese body'
const ADD = 'Add Japanese body'
const field = () => screen.getByLabelText<HTMLTextAreaElement>(JAPANESE)
const enter = (text: string) => fireEvent.change(field(), { target: { value: text } })
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const reason = () => within(screen.getByRole('dialog')).getAllByRole('status').at(-1)?.textContent
type Sent = Awaited<ReturnType<typeof open>>['sent']
const bodies = (sent: Sent, path: string) =>
  sent.filter(({ url }) => url.pathname === `/api/${path}/`).map(({ body }) => body)

describe('creating', () => {
  const CREATED = { message: message(3), broadcast_id: null }

  async function openForm(answers: Answers = {}) {
    const { sent } = await open({
      'POST /api/create_message/': CREATED,
      'POST /api/preview_message/': PREVIEW,
      ...answers,
    })
    await press('Create message')
    return {
      created: () => bodies(sent, 'create_message'),
      previewed: () => confirmed(bodies(sent, 'preview_message')),
    }
  }
  async function fillPosted() {
    await choose(/^Message type/, 'Update')
    await userEvent.type(screen.getByLabelText(/^Body/), 'All is well')
    await userEvent.click(screen.getByRole('radio', { name: 'No' }))
  }

  test('the Japanese body is hidden until requested', async () => {
    const { created } = await openForm()
    expect(screen.queryByLabelText(JAPANESE)).toBeNull()
    await fillPosted()
    await press(ADD)
    expect(document.activeElement).toBe(field())
    expect(field().lang).toBe('ja')
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Body/).lang).toBe('en')
    expect(screen.queryByRole('button', { name: ADD })).toBeNull()
    expect(field().required).toBe(false)
    expect(screen.getByText(/^Goes to subscribers whose language is Japanese/)).toBeTruthy()
    await press('Post message')
    await isGone()
    expect(created()).toEqual([expect.objectContaining({ body: '<p>All is well</p>' })])
  })

  test('the Japanese body is sent with the English one', async () => {
    const { created } = await openForm()
    await fillPosted()
    await press(ADD)
    enter('順調です\n\n以上')
    await press('Post message')
    await isGone()
    expect(created()).toEqual([
      expect.objectContaining({ body: { en: '<p>All is well</p>', ja: '<p>順調です</p><p>以上</p>' } }),
    ])
  })

  test('a Japanese body without text is an error, and an emptied one is not sent', async () => {
    const { created } = await openForm()
    await fillPosted()
    await press(ADD)
    enter('<p> </p>')
    expect(reason()).toBe('The Japanese body has no text: write one, or empty the field')
    expect(field().getAttribute('aria-invalid')).not.toBe('true')
    await userEvent.tab()
    expect(field().getAttribute('aria-invalid')).toBe('true')
    enter('')
    expect(field().getAttribute('aria-invalid')).not.toBe('true')
    await press('Post message')
    await isGone()
    expect(created()).toEqual([expect.objectContaining({ body: '<p>All is well</p>' })])
  })

  test('a template replaces the English body only', async () => {
    await openForm()
    await press(ADD)
    enter('順調です')
    await choose(/^Template/, 'Calm')
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Body/).value).toBe('All is well')
    expect(field().value).toBe('順調です')
  })

  test('the Japanese body survives a reload, and closing asks first', async () => {
    await openForm()
    await press(ADD)
    enter('順調です')
    cleanup()
    await open()
    await screen.findByRole('dialog')
    expect(field().value).toBe('順調です')
    await press('Cancel')
    expect(screen.getByText('Discard what you typed?')).toBeTruthy()
  })

  const BOTH = { en: '<p>All is well</p>', ja: '<p>順調です</p>' }
  const mail = (locale: string, html: string) => ({ locale, subject: 'A subject', html, text: '' })
  const SHOWN = {
    ...PREVIEW,
    mails: [mail('en', BOTH.en), mail('ja', BOTH.ja)],
    fallback_locales: [],
    translations: { ko: '<p>[ko] All is well</p>' },
  }
  async function confirm() {
    const form = await openForm({ 'POST /api/preview_message/': SHOWN })
    await choose(/^Message type/, 'Update')
    fireEvent.change(screen.getByLabelText(/^Body/), { target: { value: 'All is well' } })
    await press(ADD)
    enter('順調です')
    await userEvent.click(screen.getByRole('radio', { name: 'Yes' }))
    fireEvent.change(await screen.findByLabelText(/^Next Update/), { target: { value: '15:00' } })
    await press('Go on to confirmation')
    return form
  }

  test('the confirmation shows the Japanese body, and sends exactly what it showed', async () => {
    const { created, previewed } = await confirm()
    const mails = await screen.findByLabelText('The mail as they will read it', { selector: 'select' })
    expect(screen.getByText('順調です')).toBeTruthy()
    await userEvent.selectOptions(mails, 'ja')
    const shown = screen.getByRole('document', { name: 'The mail as they will read it' }).shadowRoot
    expect(shown?.textContent).toContain('順調です')
    await press('Confirm: send to 1,234, EXTERNAL')
    await isGone()
    expect(previewed()).toEqual([expect.objectContaining({ body: BOTH })])
    expect(created()).toEqual([
      expect.objectContaining({ body: BOTH, translations: SHOWN.translations, broadcast: 'Y' }),
    ])
  })

  test('Back from the confirmation keeps the Japanese body', async () => {
    await confirm()
    await press('Back')
    expect(field().value).toBe('順調です')
  })
})

describe('editing', () => {
  const STORED = { en: '<p>Slow</p>', ja: '<p>調査中</p>' }

  /** Opens the edit form of a message with this body; `answers` override the server's answers. */
  async function openEdit(body: Record<string, string>, answers: Answers = {}) {
    let stored = message(1, { body })
    const { sent } = await open({
      'GET /api/get_messages/': () => ({ messages: [stored] }),
      'PUT /api/update_message_body/': () => ({ message: stored }),
      ...answers,
    })
    await chooseAction('Edit', /Update/)
    return {
      saved: () => bodies(sent, 'update_message_body'),
      change: (next: Parameters<typeof message>[1]) => {
        stored = { ...stored, ...next }
      },
    }
  }

  test('a stored Japanese body is shown, and changing it alone counts as a change', async () => {
    const { saved } = await openEdit(STORED)
    expect(field().value).toBe('調査中')
    expect(reason()).toBe('Must Change A Value')
    enter('復旧しました')
    await press('Save changes')
    await isGone()
    expect(saved()).toEqual([
      expect.objectContaining({
        body: { en: '<p>Slow</p>', ja: '<p>復旧しました</p>' },
        language: 'en',
        relocalize: 'N',
        version: 1,
      }),
    ])
  })

  test('a missing Japanese body can be added', async () => {
    const { saved } = await openEdit({ en: '<p>Slow</p>' })
    expect(screen.queryByLabelText(JAPANESE)).toBeNull()
    await press(ADD)
    enter(' ')
    expect(reason()).toBe('Must Change A Value')
    enter('調査中')
    await press('Save changes')
    await isGone()
    expect(saved()).toEqual([expect.objectContaining({ body: { en: '<p>Slow</p>', ja: '<p>調査中</p>' } })])
  })

  test('the Japanese body is not offered where Japanese is inactive', async () => {
    await openEdit(
      { en: '<p>Slow</p>' },
      { 'GET /api/locales': { data: [{ system_key: 'en', display_name: 'English' }] } },
    )
    await waitFor(() => expect(option('Language')).toEqual(['English']))
    expect(screen.queryByRole('button', { name: ADD })).toBeNull()
  })

  test('emptying the Japanese body deletes it, also after a reload', async () => {
    await openEdit(STORED)
    enter('')
    expect(field().value).toBe('')
    cleanup()
    const { sent } = await open({
      'GET /api/get_messages/': { messages: [message(1, { body: STORED })] },
      'PUT /api/update_message_body/': { message: message(1) },
    })
    await screen.findByRole('dialog')
    expect(field().value).toBe('')
    await press('Save changes')
    await isGone()
    expect(bodies(sent, 'update_message_body')).toEqual([
      expect.objectContaining({ body: { en: '<p>Slow</p>', ja: '' } }),
    ])
  })

  test('an untouched Japanese body is not sent, and is renewed with the other languages', async () => {
    const { saved } = await openEdit(STORED)
    expect(screen.getByText(/^Goes to subscribers whose language is Japanese/)).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: 'Yes' }))
    expect(screen.getByText(/^This text gives way to the translation/)).toBeTruthy()
    fireEvent.change(screen.getByLabelText(/^Body/), { target: { value: 'Fixed' } })
    await press('Save changes')
    await isGone()
    expect(saved()).toEqual([expect.objectContaining({ body: '<p>Fixed</p>', relocalize: 'Y' })])
  })

  test('a typed Japanese body is kept when the others are renewed', async () => {
    const { saved } = await openEdit(STORED)
    await userEvent.click(screen.getByRole('radio', { name: 'Yes' }))
    enter('復旧しました')
    expect(screen.queryByText(/^This text gives way to the translation/)).toBeNull()
    fireEvent.change(screen.getByLabelText(/^Body/), { target: { value: 'Fixed' } })
    await press('Save changes')
    await isGone()
    expect(saved()).toEqual([
      expect.objectContaining({ body: { en: '<p>Fixed</p>', ja: '<p>復旧しました</p>' }, relocalize: 'Y' }),
    ])
  })

  test('the language Japanese has one field, with the text typed beside the English one', async () => {
    const { saved } = await openEdit(STORED)
    enter('復旧しました')
    await choose(/^Language/, '日本語')
    expect(screen.queryByLabelText(JAPANESE)).toBeNull()
    const body = screen.getByLabelText<HTMLTextAreaElement>(/^Body/)
    expect([body.value, body.lang]).toEqual(['復旧しました', 'ja'])
    await press('Save changes')
    await isGone()
    expect(saved()).toEqual([expect.objectContaining({ body: '<p>復旧しました</p>', language: 'ja' })])
  })

  test('another person’s Japanese text is compared with one’s own, and keeping mine keeps it', async () => {
    const { saved, change } = await openEdit(STORED, {
      'PUT /api/update_message_body/': new Refused(409, 'Changed meanwhile'),
    })
    enter('')
    change({ body: { en: '<p>Slow</p>', ja: '<p>解決</p>' }, version: 2, updated_by: 'ann@acme.example' })
    await press('Save changes')
    const alert = within(await screen.findByRole('alert'))
    const rows = () =>
      alert.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
    await waitFor(() => expect(rows().slice(1)).toEqual([['Body (日本語)', '解決', '(no text)']]))
    expect(alert.getByText('解決').lang).toBe('ja')
    await press('Keep mine')
    await press('Save changes')
    await waitFor(() => expect(saved()).toHaveLength(2))
    expect(saved()[1]).toMatchObject({ body: { en: '<p>Slow</p>', ja: '' }, version: 2 })
  })

  test('taking theirs takes their Japanese text', async () => {
    const { change } = await openEdit(
      { en: '<p>Slow</p>' },
      { 'PUT /api/update_message_body/': new Refused(409, 'Changed meanwhile') },
    )
    await press(ADD)
    enter('調査中')
    change({ body: { en: '<p>Slow</p>', ja: '<p>解決</p>' }, version: 2 })
    await press('Save changes')
    await press('Take theirs')
    expect(field().value).toBe('解決')
    expect(reason()).toBe('Must Change A Value')
  })
})
