import type { Notification } from '@aviary/contract/notifications/schemas'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  choose,
  enter,
  field,
  NOW,
  notification,
  openNotifications,
  PREVIEW,
  press,
} from '../../../testing/notifications.tsx'
import { type Answers, Refused } from '../../../testing/render.tsx'
import { closeAllToasts } from '../../ui/toast-store.ts'

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const JAPANESE = 'Japanese body'
const ADD = 'Add Japanese body'
const broadcast = (choice: 'Yes' | 'No') =>
  userEvent.click(
    within(screen.getByRole('radiogroup', { name: /^Broadcast/ })).getByRole('radio', { name: choice }),
  )
const reason = () => within(screen.getByRole('dialog')).getAllByRole('status').at(-1)?.textContent
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const mailShown = () =>
  screen.getByRole('document', { name: 'The mail as they will read it' }).shadowRoot?.textContent

describe('creating', () => {
  async function openForm(answers: Answers = {}) {
    const page = await openNotifications([], {
      answers: {
        'POST /api/notifications': { notification: notification(3) },
        'POST /api/preview_notification/': PREVIEW,
        ...answers,
      },
    })
    await press('Create Notification')
    enter('Title', 'New switches')
    enter('Body', 'We change the switches.')
    return {
      created: () => page.bodies('POST', '/api/notifications'),
      previewed: () => page.bodies('POST', '/api/preview_notification/'),
    }
  }
  const BOTH = { en: '<p>We change the switches.</p>', ja: '<p>交換します</p>' }

  test('the Japanese body is out of the way until somebody asks for it', async () => {
    const { created } = await openForm()
    expect(screen.queryByLabelText(JAPANESE)).toBeNull()
    await press(ADD)
    expect(document.activeElement).toBe(field(JAPANESE))
    expect([field(JAPANESE).lang, field('Body').lang]).toEqual(['ja', 'en'])
    expect(screen.getByText(/^Goes to subscribers whose language is Japanese/)).toBeTruthy()
    await broadcast('No')
    await press('Attach notification')
    await isGone()
    expect(created()).toEqual([expect.objectContaining({ body: '<p>We change the switches.</p>' })])
  })

  test('the confirmation shows it, and what was shown is what goes out', async () => {
    const translations = { de: '<p>Auf Deutsch</p>' }
    const { created, previewed } = await openForm({
      'POST /api/preview_notification/': { ...PREVIEW, fallback_locales: [], translations },
    })
    await press(ADD)
    enter(JAPANESE, '交換します')
    await broadcast('Yes')
    await press('Go on to confirmation')
    expect(await screen.findByText('交換します')).toBeTruthy()
    await choose('The mail as they will read it', 'ja')
    expect(mailShown()).toContain('日本語で')
    await press(/^Confirm: schedule for EXTERNAL/)
    await isGone()
    expect(previewed()).toEqual([expect.objectContaining({ body: BOTH })])
    expect(created()).toEqual([expect.objectContaining({ body: BOTH, translations })])
  })

  test('one without any text is said in words', async () => {
    await openForm()
    await broadcast('No')
    await press(ADD)
    enter(JAPANESE, '<p> </p>')
    expect(reason()).toBe('The Japanese body has no text: write one, or empty the field')
    await userEvent.tab()
    expect(field(JAPANESE).getAttribute('aria-invalid')).toBe('true')
    enter(JAPANESE, '')
    expect(field(JAPANESE).getAttribute('aria-invalid')).not.toBe('true')
  })

  test('a template takes the place of the English body only', async () => {
    await openForm()
    await press(ADD)
    enter(JAPANESE, '交換します')
    await choose('Template', '2')
    expect(field('Body').value).toBe('<p>For updates</p>')
    expect(field(JAPANESE).value).toBe('交換します')
  })

  test('a Personalized Open previews it', async () => {
    await openForm()
    await choose('Type', 'Personalized Open')
    const preview = screen.getByRole('region', { name: 'How it reads' })
    expect(preview.querySelectorAll('[lang]')).toHaveLength(1)
    await press(ADD)
    enter(JAPANESE, '交換します')
    expect(preview.querySelector('[lang=ja]')?.textContent).toBe('交換します')
  })

  test('it survives a reload', async () => {
    await openForm()
    await press(ADD)
    enter(JAPANESE, '交換します')
    cleanup()
    await openNotifications([])
    await screen.findByRole('dialog')
    expect(field(JAPANESE).value).toBe('交換します')
  })

  test('alone it is a loss to leave', async () => {
    await openForm()
    enter('Title', '')
    enter('Body', '')
    await press(ADD)
    enter(JAPANESE, '交換します')
    await press('Cancel')
    expect(screen.getByText('Discard what you typed?')).toBeTruthy()
  })
})

describe('editing', () => {
  const EN = '<p>We change the switches.</p>'
  const STORED = { en: EN, ja: '<p>交換します</p>' }

  /** Opens the edit form of one with this body; `change` replaces what the server has. */
  async function openEdit(changes: Partial<Notification>, answers: Answers = {}) {
    let current = notification(1, { broadcast: 'N', send_time: null, version: 3, ...changes })
    const page = await openNotifications(() => [current], {
      answers: {
        'PUT /api/notifications': () => ({ notification: current }),
        'POST /api/preview_notification/': PREVIEW,
        ...answers,
      },
    })
    await press(/^Edit: Title 1/)
    await screen.findByRole('dialog')
    return {
      saved: () => page.bodies('PUT', '/api/notifications'),
      previewed: () => page.bodies('POST', '/api/preview_notification/'),
      change: (next: Partial<Notification>) => {
        current = { ...current, ...next }
      },
    }
  }
  const scheduled = { broadcast: 'Y', send_time: '2026-11-21T18:00:00.000Z' } as const

  test('the one that is there shows, and changing it alone is a change', async () => {
    const { saved } = await openEdit({ body: STORED })
    expect(field(JAPANESE).value).toBe(STORED.ja)
    expect(reason()).toBe('Must Change A Value')
    enter(JAPANESE, '延期します')
    await press('Save changes')
    await isGone()
    expect(saved()).toEqual([
      expect.objectContaining({ body: { en: EN, ja: '<p>延期します</p>' }, relocalize: 'N', version: 3 }),
    ])
  })

  test('one that is not there is added, and blanks are none', async () => {
    const { saved } = await openEdit({})
    await press(ADD)
    enter(JAPANESE, ' ')
    expect(reason()).toBe('Must Change A Value')
    enter(JAPANESE, '交換します')
    await press('Save changes')
    await isGone()
    expect(saved()).toEqual([expect.objectContaining({ body: STORED })])
  })

  test('emptying it takes it away, also after a reload', async () => {
    await openEdit({ body: STORED })
    enter(JAPANESE, '')
    cleanup()
    const { bodies } = await openNotifications(
      [notification(1, { broadcast: 'N', send_time: null, version: 3, body: STORED })],
      { answers: { 'PUT /api/notifications': { notification: notification(1) } } },
    )
    await screen.findByRole('dialog')
    expect(field(JAPANESE).value).toBe('')
    await press('Save changes')
    await isGone()
    expect(bodies('PUT', '/api/notifications')).toEqual([
      expect.objectContaining({ body: { en: EN, ja: '' } }),
    ])
  })

  test('one that is to be mailed is confirmed with it', async () => {
    const { saved, previewed } = await openEdit({ ...scheduled, body: { ...STORED, de: '<p>Wir</p>' } })
    enter(JAPANESE, '延期します')
    await press('Go on to confirmation')
    expect(await screen.findByText('延期します')).toBeTruthy()
    await press(/^Confirm: schedule for EXTERNAL/)
    await isGone()
    const both = { en: EN, ja: '<p>延期します</p>' }
    expect(previewed()).toEqual([expect.objectContaining({ body: { ...both, de: '<p>Wir</p>' } })])
    // PREVIEW translates into Japanese; what was typed stands.
    expect(saved()).toEqual([expect.objectContaining({ body: both, translations: {} })])
  })

  test('one that is taken away leaves its place to what the confirmation shows', async () => {
    const { saved, previewed } = await openEdit({ ...scheduled, body: STORED })
    enter(JAPANESE, '')
    await press('Go on to confirmation')
    await choose('The mail as they will read it', 'ja')
    expect(mailShown()).toContain('日本語で')
    await press(/^Confirm: schedule for EXTERNAL/)
    await isGone()
    expect(previewed()).toEqual([expect.objectContaining({ body: { en: EN, ja: '' } })])
    expect(saved()).toEqual([
      expect.objectContaining({ body: { en: EN, ja: '' }, translations: PREVIEW.translations }),
    ])
  })

  const carryOver = () =>
    userEvent.click(
      within(screen.getByRole('radiogroup', { name: 'Carry over to the other languages' })).getByRole(
        'radio',
        { name: 'Yes' },
      ),
    )

  test('one that is not touched is renewed with the others, and says so; one that is typed stays', async () => {
    const { saved, previewed } = await openEdit({ ...scheduled, body: STORED })
    enter('Body', 'We change all switches.')
    await carryOver()
    expect(screen.getByText(/^This text gives way to the translation/)).toBeTruthy()
    await press('Go on to confirmation')
    await screen.findByText(/These e-mails go EXTERNAL/)
    // It is not what they will read.
    expect(screen.queryByText('交換します')).toBeNull()
    await press('Back')
    enter(JAPANESE, '延期します')
    expect(screen.queryByText(/^This text gives way to the translation/)).toBeNull()
    await press('Go on to confirmation')
    await press(/^Confirm: schedule for EXTERNAL/)
    await isGone()
    const both = { en: '<p>We change all switches.</p>', ja: '<p>延期します</p>' }
    expect(previewed().map((draft) => (draft as { body: unknown }).body)).toEqual([both.en, both])
    expect(saved()).toEqual([expect.objectContaining({ body: both, relocalize: 'Y', translations: {} })])
  })

  test('somebody else’s Japanese text is compared with one’s own, and keeping mine keeps it', async () => {
    const { saved, change } = await openEdit(
      { body: STORED },
      { 'PUT /api/notifications': new Refused(409, 'changed meanwhile') },
    )
    enter(JAPANESE, '')
    change({ body: { en: EN, ja: '<p>中止します</p>' }, version: 4, updated_by: 'ann@acme.example' })
    await press('Save changes')
    const alert = within(await screen.findByRole('alert'))
    const rows = alert.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows.slice(1)).toEqual([['Japanese body', '中止します', '(no text)']])
    expect(alert.getByText('中止します').lang).toBe('ja')
    await press('Keep mine')
    await press('Save changes')
    await waitFor(() => expect(saved()).toHaveLength(2))
    expect(saved()[1]).toMatchObject({ body: { en: EN, ja: '' }, version: 4 })
  })

  test('taking theirs takes their Japanese text', async () => {
    const { change } = await openEdit({}, { 'PUT /api/notifications': new Refused(409, 'changed meanwhile') })
    enter('Title', 'Mine')
    change({ body: STORED, version: 4 })
    await press('Save changes')
    await userEvent.click(await screen.findByRole('button', { name: 'Take theirs' }))
    expect(field(JAPANESE).value).toBe(STORED.ja)
  })

  test('a draft from before there was a Japanese field has the one that is stored', async () => {
    await openEdit({ body: STORED })
    enter('Title', 'Mine')
    const key = 'aviary-draft-edit-notification-1'
    sessionStorage.setItem(key, (sessionStorage.getItem(key) ?? '').replace(/"bodyJa":"[^"]*",/, ''))
    cleanup()
    await openNotifications([notification(1, { version: 3, body: STORED })])
    await screen.findByRole('dialog')
    expect(field('Title').value).toBe('Mine')
    expect(field(JAPANESE).value).toBe(STORED.ja)
  })
})
