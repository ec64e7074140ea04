import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  choose,
  enter,
  event,
  field,
  NOW,
  notification,
  openNotifications,
  PREVIEW,
  submitButton,
  typeChoice,
  typeNames,
} from '../../../testing/notifications.tsx'
import { press } from '../../../testing/press.ts'
import { confirmed } from '../../../testing/previews.ts'
import { type Answers, Refused } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'

beforeEach(() => {
  vi.restoreAllMocks()
  vi.stubEnv('TZ', 'Asia/Tokyo')
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  closeAllToasts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const CREATED = { notification: notification(3) }
const CHANGED =
  'The maintenance was changed while you confirmed. Recipients now: 5 EXTERNAL; before: 1,234 EXTERNAL. Look at it again.'
const SUBJECT = 'Data Center Maintenance November 21, 2026'

/** Opens the dialog; `answers` override the server's successful answers. */
async function openDialog(answers: Answers = {}) {
  const page = await openNotifications([], {
    answers: {
      'POST /api/notifications': CREATED,
      'POST /api/preview_notification/': PREVIEW,
      ...answers,
    },
  })
  await press('Create Notification')
  await screen.findByRole('dialog')
  return { ...page, created: () => page.bodies('POST', '/api/notifications') }
}

const broadcast = (choice: 'Yes' | 'No') => userEvent.click(screen.getByRole('radio', { name: choice }))
const reason = () => within(screen.getByRole('dialog')).getAllByRole('status').at(-1)?.textContent
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const options = (label: string) => [...field<HTMLSelectElement>(label).options].map(({ text }) => text)

function fill() {
  enter('Title', 'New switches')
  enter('Body', 'We change the switches.')
}

test('the types are offered in order, and Cancel closes the dialog', async () => {
  await openDialog()
  expect(typeNames()).toEqual([
    'Personalized Acme Open',
    'Maintenance Announcement',
    'Maintenance Update',
    'Maintenance Cancelled',
    'Maintenance Complete',
  ])
  expect(typeChoice('Maintenance Announcement').checked).toBe(true)
  await press('Cancel')
  await isGone()
})

test('a missing value is named, and reported beside its field once left', async () => {
  await openDialog()
  const submit = () => submitButton('Attach notification')
  expect(submit().disabled).toBe(true)
  expect(reason()).toBe('Issue with Notification Title')
  enter('Title', 'New switches')
  expect(reason()).toBe('Issue with Notification Body')
  enter('Body', '<p> </p>')
  expect(reason()).toBe('Issue with Notification Body')
  enter('Body', 'We change the switches.')
  expect(reason()).toBe('Choose whether to broadcast')
  expect(['Yes', 'No'].every((name) => !screen.getByRole<HTMLInputElement>('radio', { name }).checked)).toBe(
    true,
  )
  await broadcast('Yes')
  enter('Subject', ' ')
  expect(reason()).toBe('Issue with Subject')
  await broadcast('No')
  expect(submit().disabled).toBe(false)
  enter('Title', ' ')
  await userEvent.click(field('Title'))
  await userEvent.tab()
  expect(field('Title').getAttribute('aria-invalid')).toBe('true')
})

test('with broadcast N it is sent at once, without subject, dates or send time', async () => {
  const { created } = await openDialog()
  fill()
  await broadcast('No')
  expect(screen.queryByLabelText(/^Send time/)).toBeNull()
  expect(screen.queryByLabelText(/^Subject/)).toBeNull()
  await press('Attach notification')
  await isGone()
  expect(created()).toEqual([
    {
      mwin_id: 7,
      n_type: 'Maintenance Announcement',
      title: 'New switches',
      body: '<p>We change the switches.</p>',
      broadcast: 'N',
      is_test: 'N',
      is_internal: 'N',
      comm_src: 'Aviary',
      created_by: 'oleg.operator@acme.example',
      relocalize: 'N',
      audit_log_data: {
        application_name: 'Aviary',
        user_email: 'oleg.operator@acme.example',
        action_name: 'Create Notification',
      },
    },
  ])
  expect(readToasts()[0]?.message).toBe('The notification has been created')
})

test('after a submit the form starts as Announcement with its subject and a send time 3 hours ahead', async () => {
  await openDialog()
  fill()
  await userEvent.click(typeChoice('Maintenance Complete'))
  await broadcast('No')
  await press('Attach notification')
  await isGone()
  vi.setSystemTime(new Date('2026-11-21T16:30:20Z'))
  await press('Create Notification')
  expect(typeChoice('Maintenance Announcement').checked).toBe(true)
  expect(field('Title').value).toBe('')
  await broadcast('Yes')
  expect(field('Subject').value).toBe(SUBJECT)
  expect(field('Send time (Pacific time)').value).toBe('2026-11-21T11:31')
})

test.each([
  ['Maintenance Announcement', SUBJECT, '2026-11-21T10:00'],
  ['Maintenance Update', `[Update] ${SUBJECT}`, '2026-11-21T10:00'],
  ['Maintenance Cancelled', `[Cancelled] ${SUBJECT}`, '2026-11-21T10:00'],
  // A notification of type Maintenance Complete is sent at the end of the event.
  ['Maintenance Complete', `[Complete] ${SUBJECT}`, '2026-11-22T01:00'],
])('%s has the subject "%s" and is sent at %s, Pacific time', async (type, subject, sendTime) => {
  await openDialog()
  await broadcast('Yes')
  await userEvent.click(typeChoice('Maintenance Complete'))
  await userEvent.click(typeChoice(type))
  expect(field('Subject').value).toBe(subject)
  expect(field('Send time (Pacific time)').value).toBe(sendTime)
})

test('a typed subject survives a change of type, and a default one is replaced', async () => {
  await openDialog()
  await broadcast('Yes')
  enter('Subject', 'Racks 4 to 9')
  await userEvent.click(typeChoice('Maintenance Update'))
  expect(field('Subject').value).toBe('Racks 4 to 9')
  enter('Subject', ' ')
  await userEvent.click(typeChoice('Maintenance Cancelled'))
  expect(field('Subject').value).toBe(`[Cancelled] ${SUBJECT}`)
})

test('a mail after the end of the event is warned about but allowed', async () => {
  await openDialog()
  fill()
  await broadcast('Yes')
  const hint = () => screen.queryByText('The maintenance has ended by then')
  expect(hint()).toBeNull()
  enter('Send time (Pacific time)', '2026-11-22T01:01')
  expect(hint()).toBeTruthy()
  expect(submitButton('Go on to confirmation').disabled).toBe(false)
  await userEvent.click(typeChoice('Maintenance Complete'))
  expect(hint()).toBeNull()
})

test('a Personalized Open has dates and a preview in four time zones, which other types drop', async () => {
  const { created } = await openDialog()
  fill()
  await userEvent.click(typeChoice('Personalized Acme Open'))
  expect(field('Start (Pacific time)').value).toBe('2026-11-21T22:00')
  expect(field('End (Pacific time)').value).toBe('2026-11-22T01:00')
  expect(field('End (Pacific time)').min).toBe('2026-11-21T22:00')
  expect(options('Preview timezone')).toEqual([
    'Europe/Paris (CET)',
    'GMT',
    'US/Central (CST)',
    'America/Los_Angeles (PST)',
  ])
  const preview = screen.getByRole('region', { name: 'How it reads' })
  expect(preview.textContent).toContain('New switches')
  expect(preview.textContent).toContain('We change the switches.')
  expect(preview.textContent).toContain('Nov 22, 2026, 06:00 GMT – Nov 22, 2026, 09:00 GMT')
  await choose('Preview timezone', 'Europe/Paris')
  expect(preview.textContent).toContain('Nov 22, 2026, 07:00 CET – Nov 22, 2026, 10:00 CET')
  enter('Start (Pacific time)', '2026-07-01T08:00')
  expect(options('Preview timezone')).toContain('America/Los_Angeles (PDT)')
  expect(preview.textContent).toContain('Jul 1, 2026, 17:00 CEST – Nov 22, 2026, 10:00 CET')
  await broadcast('No')
  await userEvent.click(typeChoice('Maintenance Update'))
  expect(screen.queryByLabelText(/^Start/)).toBeNull()
  await userEvent.click(typeChoice('Personalized Acme Open'))
  enter('Start (Pacific time)', '2026-07-01T08:00')
  await press('Attach notification')
  await isGone()
  expect(created()[0]).toMatchObject({
    n_type: 'Personalized Open',
    start_date: '2026-07-01T08:00:00-0700',
    end_date: '2026-11-22T01:00:00-0800',
  })
  expect(created()[0]).not.toHaveProperty('send_time')
})

test('an end before the start and a past send time are reported beside the field and block the submit', async () => {
  await openDialog()
  fill()
  await userEvent.click(typeChoice('Personalized Acme Open'))
  await broadcast('Yes')
  enter('End (Pacific time)', '2026-11-21T21:59')
  expect(screen.getAllByText('The end date cannot be before the start')).toHaveLength(2)
  expect(field('End (Pacific time)').getAttribute('aria-invalid')).toBe('true')
  expect(submitButton('Go on to confirmation').disabled).toBe(true)
  enter('End (Pacific time)', '')
  expect(reason()).toBe('Choose until when it shows')
  await userEvent.click(typeChoice('Maintenance Update'))
  enter('Send time (Pacific time)', '2026-11-21T06:59')
  expect(submitButton('Go on to confirmation').disabled).toBe(false)
  enter('Send time (Pacific time)', '2026-11-21T06:58')
  expect(reason()).toBe('The send time has gone by: choose a time from now on')
  expect(field('Send time (Pacific time)').getAttribute('aria-invalid')).toBe('true')
  enter('Send time (Pacific time)', '2027-03-14T02:30')
  expect(reason()).toBe('Choose when it is sent')
})

test('a template replaces the body, and choosing none brings back the typed one', async () => {
  await openDialog()
  await waitFor(() =>
    expect(options('Template')).toEqual(['No template', 'For announcements', 'Any', 'For updates']),
  )
  await userEvent.click(typeChoice('Maintenance Update'))
  expect(options('Template')).toEqual(['No template', 'For updates', 'Any', 'For announcements'])
  const groups = [...field<HTMLSelectElement>('Template').querySelectorAll('optgroup')]
  expect(groups.map(({ label }) => label)).toEqual(['For this type', 'Others'])
  enter('Body', 'Mine')
  await choose('Template', '2')
  expect(field('Body').value).toBe('For updates')
  expect(screen.getByText('What you had typed comes back when you choose no template.')).toBeTruthy()
  await choose('Template', '')
  expect(field('Body').value).toBe('Mine')
})

test('a failure to load the templates is reported', async () => {
  await openDialog({ 'GET /api/templates': new Refused(400, 'no templates') })
  await waitFor(() => expect(readToasts()[0]?.message).toBe('Unable to check for templates'))
})

async function goOnToConfirmation() {
  fill()
  await broadcast('Yes')
  await press('Go on to confirmation')
  await screen.findByText(/These e-mails go EXTERNAL/)
}

test('a broadcast is confirmed with audience, recipients, send time and the mail in each language', async () => {
  const { created, bodies } = await openDialog()
  await goOnToConfirmation()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByText('Recipients: 1,234.')).toBeTruthy()
  expect(await screen.findByText(/English: 1,200 · 日本語: 34/)).toBeTruthy()
  expect(screen.getByText('As of now: the recipients are taken when it is due.')).toBeTruthy()
  expect(screen.getByText('Nov 21, 2026, 10:00 PST · Nov 21, 2026, 18:00 UTC')).toBeTruthy()
  expect(screen.getByText('Readers of these languages get the English text: Deutsch.')).toBeTruthy()
  const mail = () => screen.getByRole('document', { name: 'The mail as they will read it' }).shadowRoot
  expect(mail()?.textContent).toContain('In English')
  await choose('The mail as they will read it', 'ja')
  expect(mail()?.textContent).toContain('日本語で')
  expect(created()).toEqual([])
  await press('Confirm: schedule for EXTERNAL, Nov 21, 10:00 PST')
  await isGone()
  const draft = {
    mwin_id: 7,
    n_type: 'Maintenance Announcement',
    title: 'New switches',
    body: '<p>We change the switches.</p>',
    broadcast: 'Y',
    subject: SUBJECT,
    send_time: '2026-11-21T10:00:00-0800',
    is_test: 'N',
    is_internal: 'N',
    comm_src: 'Aviary',
    created_by: 'oleg.operator@acme.example',
    relocalize: 'N',
  }
  expect(confirmed(bodies('POST', '/api/preview_notification/'))).toEqual([draft])
  expect(created()).toEqual([
    {
      ...draft,
      translations: PREVIEW.translations,
      confirmed: { audience: 'EXTERNAL', event_version: 1 },
      audit_log_data: expect.anything(),
    },
  ])
})

test('an event that changes while one confirms is confirmed anew, and moves its default subject', async () => {
  let current = event()
  let preview = PREVIEW
  const { bodies, client, created } = await openDialog({
    'GET /api/v2/maintenance_event/7': () => ({ maintenance_event: current }),
    'POST /api/preview_notification/': () => preview,
  })
  await goOnToConfirmation()
  expect(screen.getByText('Recipients: 1,234.')).toBeTruthy()
  const tomorrow = '2026-11-23T06:00:00.000Z'
  current = event({ version: 2, start_date: tomorrow, start_epoch: Date.parse(tomorrow) / 1000 })
  preview = { ...PREVIEW, total: 5, event_version: 2 }
  await client.invalidateQueries({ queryKey: ['maintenance'] })
  await screen.findByText('Recipients: 5.')
  expect(screen.getByRole('alert').textContent).toBe(CHANGED)
  await press('Confirm: schedule for EXTERNAL, Nov 21, 10:00 PST')
  await isGone()
  const subject = 'Data Center Maintenance November 22, 2026'
  expect(confirmed(bodies('POST', '/api/preview_notification/')).at(-1)).toMatchObject({ subject })
  expect(created()).toMatchObject([{ subject, confirmed: { audience: 'EXTERNAL', event_version: 2 } }])
})

test('a refusal because the event changed shows whom it would reach now, and is confirmed again', async () => {
  let current = event()
  let preview = PREVIEW
  const { created } = await openDialog({
    'GET /api/v2/maintenance_event/7': () => ({ maintenance_event: current }),
    'POST /api/preview_notification/': () => preview,
    'POST /api/notifications': () => {
      if (current.version === 2) return CREATED
      current = event({ version: 2, is_internal: 'Y' })
      preview = { ...PREVIEW, total: 5, audience: 'INTERNAL', event_version: 2 }
      const reach = { event_version: 2, audience: 'INTERNAL', total: 5 }
      return new Refused(409, 'It would now go to 5 people, INTERNAL', reach)
    },
  })
  await goOnToConfirmation()
  await press(/^Confirm: schedule for EXTERNAL/)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(CHANGED.replace('5 EXTERNAL', '5 INTERNAL'))
  expect(readToasts()[0]).toMatchObject({ reason: 'It would now go to 5 people, INTERNAL' })
  await press(/^Confirm: schedule for INTERNAL/)
  await isGone()
  expect(created()).toMatchObject([
    { confirmed: { audience: 'EXTERNAL', event_version: 1 } },
    { confirmed: { audience: 'INTERNAL', event_version: 2 } },
  ])
})

test('an INTERNAL broadcast says so on its button, and one that already shows is mailed at once', async () => {
  await openDialog({ 'POST /api/preview_notification/': { ...PREVIEW, audience: 'INTERNAL' } })
  fill()
  await userEvent.click(typeChoice('Personalized Acme Open'))
  await broadcast('Yes')
  await press('Go on to confirmation')
  expect(
    await screen.findByRole('button', { name: 'Confirm: schedule for INTERNAL, Nov 21, 22:00 PST' }),
  ).toBeTruthy()
  await press('Back')
  enter('Start (Pacific time)', '2026-11-21T06:00')
  await press('Go on to confirmation')
  expect(await screen.findByRole('button', { name: 'Confirm: send to 1,234, INTERNAL' })).toBeTruthy()
  expect(screen.queryByText(/^As of now/)).toBeNull()
})

test('Back and a reload keep everything typed', async () => {
  await openDialog()
  await goOnToConfirmation()
  await press('Back')
  expect(document.activeElement).toBe(field('Body'))
  expect(field('Body').value).toBe('We change the switches.')
  enter('Send time (Pacific time)', '2026-11-21T12:34')
  cleanup()
  await openNotifications([])
  await screen.findByRole('dialog')
  expect(field('Title').value).toBe('New switches')
  expect(field('Send time (Pacific time)').value).toBe('2026-11-21T12:34')
})

test('a failure that mentions 504 counts as created, and any other keeps the form and shows the reason', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined) // the client logs server failures
  let answer: unknown = new Refused(409, 'somebody else was first')
  const { created } = await openDialog({ 'POST /api/notifications': () => answer })
  await goOnToConfirmation()
  await press(/^Confirm: schedule/)
  await waitFor(() =>
    expect(readToasts()[0]).toMatchObject({
      message: 'There was an issue creating the notification. Please try again.',
      reason: 'somebody else was first',
    }),
  )
  await press('Back')
  expect(field('Body').value).toBe('We change the switches.')
  await press('Go on to confirmation')
  answer = new Refused(502, 'upstream said 504')
  await press(/^Confirm: schedule/)
  await isGone()
  expect(created()).toHaveLength(2)
  expect(readToasts().some(({ message }) => message === 'The notification has been created')).toBe(true)
})

test('offline nothing can be submitted, and the form keeps its values', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await openDialog()
  fill()
  await broadcast('No')
  expect(submitButton('Attach notification').disabled).toBe(true)
  expect(reason()).toMatch(/^You are offline/)
})
