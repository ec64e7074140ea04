import type { Notification } from '@aviary/contract/notifications/schemas'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  enter,
  event,
  field,
  NOW,
  notification,
  openNotifications,
  PREVIEW,
  submitButton,
  typeChoice,
} from '../../../testing/notifications.tsx'
import { press } from '../../../testing/press.ts'
import { confirmed } from '../../../testing/previews.ts'
import { type Answers, Refused } from '../../../testing/render.tsx'
import { chooseAction } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const openType: Partial<Notification> = {
  n_type: 'Personalized Open',
  send_time: '2026-11-22T06:00:00.000Z',
  start_date: '2026-11-22T06:00:00.000Z',
  end_date: '2026-11-22T09:00:00.000Z',
}
const mailed: Partial<Notification> = {
  mail_queued: 'Y',
  broadcast_id: 9,
  sent_time: '2026-11-21T14:00:00.000Z',
  progress: { queued: 0, sent: 400, deferred: 0, failed: 0, stopped: 0, bounced: 0 },
}

/** Opens the edit form of a notification with `changes`; `answers` override the server's answers. */
async function openEdit(changes: Partial<Notification> = {}, answers: Answers = {}) {
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
    /** Request bodies of all previews; `previewed` has only those that the confirmation requested. */
    requested: () => page.bodies('POST', '/api/preview_notification/'),
    previewed: () => confirmed(page.bodies('POST', '/api/preview_notification/')),
    change: (next: Partial<Notification>) => {
      current = { ...current, ...next }
    },
  }
}

const scheduled = { broadcast: 'Y', send_time: '2026-11-21T18:00:00.000Z' } as const
const broadcast = (choice: 'Yes' | 'No') =>
  userEvent.click(
    within(screen.getByRole('radiogroup', { name: /^Broadcast/ })).getByRole('radio', { name: choice }),
  )
const reason = () => within(screen.getByRole('dialog')).getAllByRole('status').at(-1)?.textContent
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const audit = { audit_log_data: expect.objectContaining({ action_name: 'Update Notification' }) }

test('the form shows the stored values and asks for a change', async () => {
  const { saved } = await openEdit()
  expect(field('Title').value).toBe('Title 1')
  expect(field('Body').value).toBe('We change the switches.')
  expect(field('Subject').value).toBe('Subject 1')
  expect(screen.queryByLabelText(/^(Start|End|Send time)/)).toBeNull()
  expect(reason()).toBe('Must Change A Value')
  expect(submitButton('Save changes').disabled).toBe(true)
  enter('Title', 'Another title')
  await press('Save changes')
  await isGone()
  expect(saved()).toEqual([
    {
      notification_id: 1,
      mwin_id: 7,
      version: 3,
      n_type: 'Maintenance Announcement',
      title: 'Another title',
      body: '<p>We change the switches.</p>',
      broadcast: 'N',
      subject: { en: 'Subject 1' },
      relocalize: 'N',
      ...audit,
    },
  ])
  expect(readToasts()[0]?.message).toBe('The notification has been changed')
})

test('an emptied field is reported in words', async () => {
  await openEdit()
  enter('Body', ' ')
  expect(reason()).toBe('Issue with Notification Body')
  enter('Title', ' ')
  expect(reason()).toBe('Issue with Notification Title')
  expect(submitButton('Save changes').disabled).toBe(true)
})

test('a draft with a type that no longer exists is reported as a type issue', async () => {
  await openEdit()
  enter('Title', 'Another title')
  const key = 'aviary-draft-edit-notification-1'
  sessionStorage.setItem(key, (sessionStorage.getItem(key) ?? '').replace(/"type":"[^"]*"/, '"type":""'))
  cleanup()
  await openNotifications([notification(1)])
  await screen.findByRole('dialog')
  expect(reason()).toBe('Issue with Type')
})

test('another type drops the dates of a Personalized Open, and going back restores them', async () => {
  const { saved } = await openEdit({ ...openType, broadcast: 'N', send_time: null })
  expect(screen.queryByLabelText(/^Subject/)).toBeNull()
  expect(field('Start (Pacific time)').value).toBe('2026-11-21T22:00')
  enter('End (Pacific time)', '2026-11-22T02:00')
  await userEvent.click(typeChoice('Maintenance Update'))
  expect(screen.queryByLabelText(/^(Start|End)/)).toBeNull()
  expect(field('Subject').value).toBe('[Update] Data Center Maintenance November 21, 2026')
  await userEvent.click(typeChoice('Personalized Acme Open'))
  expect(reason()).toBe('Must Change A Value')
  enter('End (Pacific time)', '2026-11-22T02:00')
  await press('Save changes')
  await isGone()
  expect(saved()).toEqual([
    {
      notification_id: 1,
      mwin_id: 7,
      version: 3,
      n_type: 'Personalized Open',
      title: 'Title 1',
      body: '<p>We change the switches.</p>',
      broadcast: 'N',
      start_date: '2026-11-21T22:00:00-0800',
      end_date: '2026-11-22T02:00:00-0800',
      relocalize: 'N',
      ...audit,
    },
  ])
})

test('the send time is shown and sent with broadcast Y only', async () => {
  const { saved } = await openEdit(scheduled)
  expect(field('Send time (Pacific time)').value).toBe('2026-11-21T10:00')
  await broadcast('No')
  expect(screen.queryByLabelText(/^Send time/)).toBeNull()
  await press('Save changes')
  await isGone()
  expect(saved()[0]).toMatchObject({ broadcast: 'N' })
  expect(saved()[0]).not.toHaveProperty('send_time')
})

test('a notification switched to broadcast gets the default send time and is confirmed', async () => {
  const { saved, previewed } = await openEdit({ subject: {} })
  await broadcast('Yes')
  expect(field('Subject').value).toBe('Data Center Maintenance November 21, 2026')
  expect(field('Send time (Pacific time)').value).toBe('2026-11-21T10:00')
  await press('Go on to confirmation')
  await press('Confirm: schedule for EXTERNAL, Nov 21, 10:00 PST')
  await isGone()
  expect(previewed()[0]).toMatchObject({
    created_by: 'oleg.operator@acme.example',
    body: { en: '<p>We change the switches.</p>' },
    send_time: '2026-11-21T10:00:00-0800',
  })
  expect(saved()[0]).toMatchObject({
    broadcast: 'Y',
    subject: 'Data Center Maintenance November 21, 2026',
    send_time: '2026-11-21T10:00:00-0800',
    // The translations, audience and event that the confirmation showed must be sent.
    translations: PREVIEW.translations,
    confirmed: { audience: 'EXTERNAL', event_version: 1 },
  })
})

test('an edit refused because the event changed stays in the confirmation and shows the new number', async () => {
  let version = 1
  const stored = notification(1, { ...scheduled, version: 3 })
  const { saved } = await openEdit(scheduled, {
    'GET /api/v2/maintenance_event/7': () => ({
      maintenance_event: event({ version, notifications: [stored] }),
    }),
    'POST /api/preview_notification/': () => ({
      ...PREVIEW,
      ...(version === 1 ? {} : { total: 5 }),
      event_version: version,
    }),
    'PUT /api/notifications': () => {
      if (version === 2) return { notification: stored }
      version = 2
      return new Refused(409, 'It would now go to 5 people', { event_version: 2, total: 5 })
    },
  })
  enter('Title', 'Mine')
  await press('Go on to confirmation')
  await press('Confirm: schedule for EXTERNAL, Nov 21, 10:00 PST')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Recipients now: 5 EXTERNAL; before: 1,234 EXTERNAL.',
  )
  await press('Confirm: schedule for EXTERNAL, Nov 21, 10:00 PST')
  await isGone()
  expect(saved()).toMatchObject([
    { title: 'Mine', confirmed: { event_version: 1 } },
    { title: 'Mine', confirmed: { event_version: 2 } },
  ])
})

test('an edit of a notification that was mailed meanwhile goes back to the form, where the rest can be changed', async () => {
  let current = notification(1, { ...scheduled, version: 3 })
  await openEdit(scheduled, {
    'GET /api/v2/maintenance_event/7': () => ({ maintenance_event: event({ notifications: [current] }) }),
    'PUT /api/notifications': () => {
      current = { ...current, ...mailed }
      return new Refused(409, 'sent off without this change', current)
    },
  })
  enter('Title', 'Mine')
  await press('Go on to confirmation')
  await press('Confirm: schedule for EXTERNAL, Nov 21, 10:00 PST')
  expect(
    await screen.findByText('The e-mails have been sent off; a change here does not reach them'),
  ).toBeTruthy()
  expect(field('Title').value).toBe('Mine')
})

test('stored translations of a subject are previewed and confirmed, until the subject is changed', async () => {
  const subject = { en: 'Subject 1', ja: '件名 1' }
  const { saved, previewed, requested } = await openEdit({ ...scheduled, subject })
  await waitFor(() => expect(requested().at(-1)).toMatchObject({ broadcast: 'N', subject }))
  enter('Title', 'Mine')
  await press('Go on to confirmation')
  await press('Confirm: schedule for EXTERNAL, Nov 21, 10:00 PST')
  await isGone()
  expect(previewed()).toMatchObject([{ title: 'Mine', subject }])
  expect(saved()).toMatchObject([{ title: 'Mine', subject }])
})

test('a changed subject has no translations, in the preview as in the mail', async () => {
  const { saved, previewed } = await openEdit({ ...scheduled, subject: { en: 'Subject 1', ja: '件名 1' } })
  enter('Subject', 'Another')
  await press('Go on to confirmation')
  await press('Confirm: schedule for EXTERNAL, Nov 21, 10:00 PST')
  await isGone()
  expect([previewed()[0], saved()[0]]).toMatchObject([{ subject: 'Another' }, { subject: 'Another' }])
})

test('a Personalized Open is previewed with its stored subjects, and without one with its title', async () => {
  const subject = { en: 'Subject 1', ja: '件名 1' }
  const { requested } = await openEdit({ ...openType, broadcast: 'Y', subject })
  await waitFor(() => expect(requested().at(-1)).toMatchObject({ subject }))
  cleanup()
  const without = await openEdit({ ...openType, broadcast: 'Y', subject: {} })
  await waitFor(() => expect(without.requested().at(-1)).toMatchObject({ subject: 'Title 1' }))
})

test('a changed body can be carried over to the other languages, which otherwise stay', async () => {
  const { saved, previewed } = await openEdit({
    ...scheduled,
    body: { en: '<p>We change the switches.</p>', ja: '<p>交換します</p>' },
  })
  expect(screen.queryByRole('radiogroup', { name: 'Carry over to the other languages' })).toBeNull()
  enter('Body', 'We change all switches.')
  const carry = within(screen.getByRole('radiogroup', { name: 'Carry over to the other languages' }))
  expect(carry.getByRole<HTMLInputElement>('radio', { name: 'No' }).checked).toBe(true)
  await press('Go on to confirmation')
  await screen.findByText(/These e-mails go EXTERNAL/)
  expect(previewed()[0]).toMatchObject({
    body: { en: '<p>We change all switches.</p>', ja: '<p>交換します</p>' },
  })
  await press('Back')
  await userEvent.click(
    within(screen.getByRole('radiogroup', { name: 'Carry over to the other languages' })).getByRole('radio', {
      name: 'Yes',
    }),
  )
  await press('Go on to confirmation')
  await press(/^Confirm: schedule for EXTERNAL/)
  await isGone()
  expect(previewed()[1]).toMatchObject({ body: '<p>We change all switches.</p>' })
  expect(saved()).toEqual([
    expect.objectContaining({
      body: '<p>We change all switches.</p>',
      relocalize: 'Y',
      translations: PREVIEW.translations,
    }),
  ])
})

test('after mailing, type, broadcast, subject and send time are fixed, and the rest can change', async () => {
  const { saved } = await openEdit({ ...scheduled, ...mailed })
  expect(screen.getByText('The e-mails have been sent off; a change here does not reach them')).toBeTruthy()
  const fixed = [field('Subject'), field('Send time'), ...screen.getAllByRole('radio')]
  expect(fixed).toHaveLength(9)
  expect(fixed.every((field) => (field as HTMLInputElement).disabled)).toBe(true)
  expect(field('Send time').value).toBe('Nov 21, 2026, 10:00 PST')
  enter('Title', 'Another title')
  await press('Save changes')
  await isGone()
  expect(saved()[0]).toMatchObject({
    title: 'Another title',
    n_type: 'Maintenance Announcement',
    broadcast: 'Y',
    subject: { en: 'Subject 1' },
    send_time: '2026-11-21T10:00:00-0800',
  })
})

test('the dates of a Personalized Open may change after it has been mailed', async () => {
  const { saved } = await openEdit({ ...openType, ...mailed, broadcast: 'Y' })
  enter('End (Pacific time)', '2026-11-22T02:00')
  await press('Save changes')
  await isGone()
  expect(saved()[0]).toMatchObject({ end_date: '2026-11-22T02:00:00-0800' })
})

test('the second of two editors sees the first one’s version and chooses', async () => {
  const { saved, change } = await openEdit(
    {},
    { 'PUT /api/notifications': new Refused(409, 'ines changed this notification meanwhile.') },
  )
  enter('Title', 'Mine')
  change({ title: 'Theirs', version: 4, updated_by: 'ines.incident@acme.example' })
  await press('Save changes')
  const alert = within(await screen.findByRole('alert'))
  expect(readToasts()[0]?.message).toBe('There was an issue updating the notification. Please try again.')
  expect(alert.getByText(/^ines\.incident@acme\.example changed this notification meanwhile/)).toBeTruthy()
  expect(alert.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Theirs', 'Mine'])
  expect(reason()).toBe('Choose which text to keep')
  await userEvent.click(alert.getByRole('button', { name: 'Keep mine' }))
  await press('Save changes')
  await waitFor(() => expect(saved()).toHaveLength(2))
  expect(saved()[1]).toMatchObject({ title: 'Mine', version: 4 })
  expect(field('Title').value).toBe('Mine')
})

test('keeping mine takes over what only the other person changed', async () => {
  const { saved, change } = await openEdit(
    {},
    { 'PUT /api/notifications': new Refused(409, 'ines changed this notification meanwhile.') },
  )
  enter('Body', 'Mine')
  change({
    n_type: 'Maintenance Update',
    title: 'Theirs',
    body: { en: '<p>Theirs</p>' },
    subject: { en: 'Their subject' },
    version: 4,
  })
  await press('Save changes')
  const alert = within(await screen.findByRole('alert'))
  expect(
    alert
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent)),
  ).toEqual([
    ['Type', 'Maintenance Update', '—'],
    ['Title', 'Theirs', '—'],
    ['Body', 'Theirs', 'Mine'],
    ['Subject', 'Their subject', '—'],
  ])
  await press('Keep mine')
  expect(field('Title').value).toBe('Theirs')
  await press('Save changes')
  await waitFor(() => expect(saved()).toHaveLength(2))
  expect(saved()[1]).toMatchObject({
    n_type: 'Maintenance Update',
    title: 'Theirs',
    body: '<p>Mine</p>',
    subject: { en: 'Their subject' },
    version: 4,
  })
})

test('a notification deleted meanwhile keeps the typed values, says so and cannot be saved', async () => {
  let current = [notification(1, { broadcast: 'N', send_time: null })]
  await openNotifications(() => current, {
    answers: {
      'PUT /api/notifications': () => {
        current = []
        return new Refused(404, 'There is no notification 1; it may have been deleted')
      },
    },
  })
  await chooseAction('Edit', /Title 1/)
  enter('Title', 'Mine')
  await press('Save changes')
  expect(await screen.findByText(/^This notification has been deleted meanwhile/)).toBeTruthy()
  expect(field('Title').value).toBe('Mine')
  expect(submitButton('Save changes').disabled).toBe(true)
  await press('Cancel')
  await press('Discard')
  await isGone()
})

test('an open that is over cannot be mailed, but a mailed one may end at any time', async () => {
  const past = { start_date: '2026-11-21T12:00:00.000Z', end_date: '2026-11-21T15:00:00.000Z' }
  await openEdit({ ...openType, ...past, broadcast: 'N' })
  expect(reason()).toBe('Must Change A Value')
  await broadcast('Yes')
  expect(reason()).toBe('The end has gone by: what is over is not mailed')
  expect(field('End (Pacific time)').getAttribute('aria-invalid')).toBe('true')
  expect(submitButton('Go on to confirmation').disabled).toBe(true)
  enter('End (Pacific time)', '2026-11-21T07:01')
  expect(submitButton('Go on to confirmation').disabled).toBe(false)
  cleanup()
  sessionStorage.clear()
  await openEdit({ ...openType, ...mailed, ...past, broadcast: 'Y' })
  enter('Title', 'Another title')
  expect(submitButton('Save changes').disabled).toBe(false)
})

test('taking theirs discards mine', async () => {
  const { change } = await openEdit(
    {},
    { 'PUT /api/notifications': new Refused(409, 'ines changed this notification meanwhile.') },
  )
  enter('Title', 'Mine')
  change({ title: 'Theirs', version: 4 })
  await press('Save changes')
  await userEvent.click(await screen.findByRole('button', { name: 'Take theirs' }))
  expect(field('Title').value).toBe('Theirs')
  expect(reason()).toBe('Must Change A Value')
})

test('typed values survive a reload, and closing asks first', async () => {
  await openEdit()
  enter('Title', 'Mine')
  cleanup()
  await openNotifications([notification(1, { broadcast: 'N', send_time: null, version: 3 })])
  await screen.findByRole('dialog')
  expect(field('Title').value).toBe('Mine')
  await press('Cancel')
  expect(screen.getByText('Discard what you typed?')).toBeTruthy()
  await press('Discard')
  await isGone()
})
