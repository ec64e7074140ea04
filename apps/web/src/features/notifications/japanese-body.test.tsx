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
  typeChoice,
} from '../../../testing/notifications.tsx'
import { press } from '../../../testing/press.ts'
import { confirmed } from '../../../testing/previews.ts'
import { type Answers, Refused } from '../../../testing/render.tsx'
import { chooseAction } from '../../../testing/row.ts'
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
      previewed: () => confirmed(page.bodies('POST', '/api/preview_notification/')),
    }
  }
  const BOTH = { en: '<p>We change the switches.</p>', ja: '<p>交換します</p>' }

  test('the Japanese body is hidden until requested', async () => {
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

  test('the confirmation shows the Japanese body, and sends exactly what it showed', async () => {
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

  test('a Japanese body without text is reported', async () => {
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

  test('a template replaces the English body only', async () => {
    await openForm()
    await press(ADD)
    enter(JAPANESE, '交換します')
    await choose('Template', '2')
    expect(field('Body').value).toBe('For updates')
    expect(field(JAPANESE).value).toBe('交換します')
  })

  test('the preview of a Personalized Open shows the Japanese body', async () => {
    await openForm()
    await userEvent.click(typeChoice('Personalized Acme Open'))
    const preview = screen.getByRole('region', { name: 'How it reads' })
    expect(preview.querySelectorAll('[lang]')).toHaveLength(1)
    await press(ADD)
    enter(JAPANESE, '交換します')
    expect(preview.querySelector('[lang=ja]')?.textContent).toBe('交換します')
  })

  test('the Japanese body survives a reload', async () => {
    await openForm()
    await press(ADD)
    enter(JAPANESE, '交換します')
    cleanup()
    await openNotifications([])
    await screen.findByRole('dialog')
    expect(field(JAPANESE).value).toBe('交換します')
  })

  test('closing asks first when only the Japanese body was typed', async () => {
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

  /** Opens the edit form of a notification with `changes`; `answers` override the server's answers. */
  async function openEdit(changes: Partial<Notification>, answers: Answers = {}) {
    let current = notification(1, { broadcast: 'N', send_time: null, version: 3, ...changes })
    const page = await openNotifications(() => [current], {
      answers: {
        'PUT /api/notifications': () => ({ notification: current }),
        'POST /api/preview_notification/': PREVIEW,
        ...answers,
      },
    })
    await chooseAction('Edit', /Title 1/)
    await screen.findByRole('dialog')
    return {
      saved: () => page.bodies('PUT', '/api/notifications'),
      previewed: () => confirmed(page.bodies('POST', '/api/preview_notification/')),
      change: (next: Partial<Notification>) => {
        current = { ...current, ...next }
      },
    }
  }
  const scheduled = { broadcast: 'Y', send_time: '2026-11-21T18:00:00.000Z' } as const

  test('a stored Japanese body is shown, and changing it alone counts as a change', async () => {
    const { saved } = await openEdit({ body: STORED })
    expect(field(JAPANESE).value).toBe('交換します')
    expect(reason()).toBe('Must Change A Value')
    enter(JAPANESE, '延期します')
    await press('Save changes')
    await isGone()
    expect(saved()).toEqual([
      expect.objectContaining({ body: { en: EN, ja: '<p>延期します</p>' }, relocalize: 'N', version: 3 }),
    ])
  })

  test('a missing Japanese body can be added, and blanks do not count as one', async () => {
    const { saved } = await openEdit({})
    await press(ADD)
    enter(JAPANESE, ' ')
    expect(reason()).toBe('Must Change A Value')
    enter(JAPANESE, '交換します')
    await press('Save changes')
    await isGone()
    expect(saved()).toEqual([expect.objectContaining({ body: STORED })])
  })

  test('emptying the Japanese body deletes it, also after a reload', async () => {
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

  test('a notification to be mailed is confirmed with its Japanese body', async () => {
    const { saved, previewed } = await openEdit({ ...scheduled, body: { ...STORED, de: '<p>Wir</p>' } })
    enter(JAPANESE, '延期します')
    await press('Go on to confirmation')
    expect(await screen.findByText('延期します')).toBeTruthy()
    await press(/^Confirm: schedule for EXTERNAL/)
    await isGone()
    const bodies = { en: EN, ja: '<p>延期します</p>' }
    expect(previewed()).toEqual([expect.objectContaining({ body: { ...bodies, de: '<p>Wir</p>' } })])
    // The preview has a Japanese translation, but the typed Japanese text is saved.
    expect(saved()).toEqual([expect.objectContaining({ body: bodies, translations: {} })])
  })

  test('an emptied Japanese body is replaced by the translation the confirmation shows', async () => {
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

  test('an untouched Japanese body is renewed with the others and says so, and a typed one is kept', async () => {
    const { saved, previewed } = await openEdit({ ...scheduled, body: STORED })
    enter('Body', 'We change all switches.')
    await carryOver()
    expect(screen.getByText(/^This text gives way to the translation/)).toBeTruthy()
    await press('Go on to confirmation')
    await screen.findByText(/These e-mails go EXTERNAL/)
    // The confirmation hides the stored Japanese text, because a new translation is mailed instead.
    expect(screen.queryByText('交換します')).toBeNull()
    await press('Back')
    enter(JAPANESE, '延期します')
    expect(screen.queryByText(/^This text gives way to the translation/)).toBeNull()
    await press('Go on to confirmation')
    await press(/^Confirm: schedule for EXTERNAL/)
    await isGone()
    const bodies = { en: '<p>We change all switches.</p>', ja: '<p>延期します</p>' }
    expect(previewed().map((draft) => (draft as { body: unknown }).body)).toEqual([bodies.en, bodies])
    expect(saved()).toEqual([expect.objectContaining({ body: bodies, relocalize: 'Y', translations: {} })])
  })

  test('another person’s Japanese text is compared with one’s own, and keeping mine keeps it', async () => {
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
    expect(field(JAPANESE).value).toBe('交換します')
  })

  test('a draft from before the Japanese field existed shows the stored Japanese body', async () => {
    await openEdit({ body: STORED })
    enter('Title', 'Mine')
    const key = 'aviary-draft-edit-notification-1'
    sessionStorage.setItem(key, (sessionStorage.getItem(key) ?? '').replace(/"bodyJa":"[^"]*",/, ''))
    cleanup()
    await openNotifications([notification(1, { version: 3, body: STORED })])
    await screen.findByRole('dialog')
    expect(field('Title').value).toBe('Mine')
    expect(field(JAPANESE).value).toBe('交換します')
  })
})
