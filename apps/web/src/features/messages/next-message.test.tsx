import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { choose, fillBroadcast, message, open, PREVIEW } from '../../../testing/messages.tsx'
import { press } from '../../../testing/press.ts'
import { Refused } from '../../../testing/render.tsx'
import { closeAllToasts } from '../../ui/toast-store.ts'
import { EMPTY, withSuggestion } from './draft.ts'

beforeEach(() => {
  closeAllToasts()
  sessionStorage.clear()
})

const suggestion = (changes: object = {}) => ({
  ...{ last_message: message(2, { body: { en: '<p>We look</p>' } }), message_type: 'Update' },
  ...{ email_fields: {}, next_update_due: null, languages: [], ...changes },
})
const STATUS = {
  services: [
    {
      priority_type: 'P1',
      message_type: 'Update',
      display_names: ['Current Status', 'Next Update'],
      system_names: ['current_status', 'next_update'],
    },
  ],
}
const CREATED = { message: message(3), broadcast_id: null }
const start = () => press('Create message')
const box = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name)
async function fill(broadcast: 'Yes' | 'No') {
  await start()
  await choose(/^Message type/, 'Update')
  await userEvent.type(await box(/^Body/), 'All is well')
  await userEvent.click(screen.getByRole('radio', { name: broadcast }))
}

describe('what the last message suggests', () => {
  const answers = {
    'GET /api/suggest_message/': suggestion({
      email_fields: { current_status: 'Failing over' },
      languages: ['ja'],
    }),
    'GET /api/get_email_components': STATUS,
    'POST /api/create_message/': CREATED,
  }

  test('is in the form, is no typed text, and is sent unless it is changed', async () => {
    const { sent } = await open(answers)
    await start()
    expect((await screen.findByText('We look')).closest('p')?.textContent).toContain('Last message')
    await waitFor(async () => expect((await box(/^Message type/)).value).toBe('Update'))
    expect((await box(/^Current Status/)).value).toBe('Failing over')
    expect(
      screen.getByText('Taken over from an earlier message. Change it if it no longer holds.'),
    ).toBeTruthy()
    expect((await box(/^Japanese body/)).value).toBe('')
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('aviary-draft-'))).toEqual([])
    await userEvent.type(await box(/^Body/), 'All is well')
    await userEvent.click(screen.getByRole('radio', { name: 'No' }))
    await press('Post message')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.find(({ url }) => url.pathname === '/api/create_message/')?.body).toMatchObject({
      message_type: 'Update',
      email_fields: { current_status: 'Failing over', next_update: '' },
      after_message: 2,
    })
  })

  test('an emptied field stays empty', async () => {
    await open(answers)
    await start()
    await userEvent.clear(await box(/^Current Status/))
    await userEvent.tab()
    expect((await box(/^Current Status/)).value).toBe('')
    expect(
      screen.queryByText('Taken over from an earlier message. Change it if it no longer holds.'),
    ).toBeNull()
  })
})

test('the mail is shown beside the form while one writes, without a translation', async () => {
  const { sent } = await open()
  await start()
  expect(await screen.findByText(/^Choose a type and write the body/)).toBeTruthy()
  await choose(/^Message type/, 'Update')
  await userEvent.type(await box(/^Body/), 'All is well')
  expect(await screen.findByText('A subject')).toBeTruthy()
  expect(await screen.findByText('Mails 1,234 people. You see whom before it goes.')).toBeTruthy()
  const asked = sent.filter(({ url }) => url.pathname === '/api/preview_message/')
  expect(asked.at(-1)?.body).toMatchObject({ body: '<p>All is well</p>', broadcast: 'N', translate: false })
})

test('a body in any other language is asked for, and sent with the English one', async () => {
  const locales = { data: ['en', 'ja', 'de'].map((key) => ({ system_key: key, display_name: key })) }
  const { sent } = await open({ 'GET /api/locales': locales, 'POST /api/create_message/': CREATED })
  await start()
  await choose(/^Message type/, 'Update')
  await userEvent.type(await box(/^Body/), 'All is well')
  await choose(/^Add another language/, 'de')
  const german = await box(/^Body: de/)
  expect([document.activeElement === german, german.lang]).toEqual([true, 'de'])
  await userEvent.type(german, 'Alles gut')
  await userEvent.click(screen.getByRole('radio', { name: 'No' }))
  await press('Post message')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ url }) => url.pathname === '/api/create_message/')?.body).toMatchObject({
    body: { en: '<p>All is well</p>', de: '<p>Alles gut</p>' },
  })
})

describe('a message that somebody posts meanwhile', () => {
  const newer = suggestion({
    last_message: message(3, { created_by: 'oleg@acme.example', body: { en: '<p>Theirs</p>' } }),
  })
  const posted = /^oleg@acme.example has posted a message meanwhile/

  test('is shown when the server refuses, and is read before the next try', async () => {
    let isPosted = false
    const { sent } = await open({
      'GET /api/suggest_message/': () => (isPosted ? newer : suggestion()),
      'POST /api/preview_message/': PREVIEW,
      'POST /api/create_message/': () => {
        if (isPosted) return CREATED
        isPosted = true
        return new Refused(409, 'oleg has posted', message(3))
      },
    })
    await fillBroadcast()
    await press('Confirm: send to 1,234, EXTERNAL')
    expect(await screen.findByText(posted)).toBeTruthy()
    const confirm = screen.getByRole<HTMLButtonElement>('button', {
      name: 'Confirm: send to 1,234, EXTERNAL',
    })
    expect(confirm.disabled).toBe(true)
    expect(screen.getByText('Read the newer message first')).toBeTruthy()
    await press('I have read it')
    expect(screen.queryByText(posted)).toBeNull()
    await press('Confirm: send to 1,234, EXTERNAL')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const tries = sent.filter(({ url }) => url.pathname === '/api/create_message/')
    expect(tries.map(({ body }) => body)).toMatchObject([{ after_message: 2 }, { after_message: 3 }])
  })

  test('of one’s own is not shown: it may be this one, whose answer was lost', async () => {
    const own = suggestion({ last_message: message(3) })
    const draft = { body: 'Half a thought', messageType: 'Update', broadcast: 'N', lastSeen: 2 }
    sessionStorage.setItem('aviary-draft-message-OPI-7', JSON.stringify(draft))
    const { sent } = await open({ 'GET /api/suggest_message/': own, 'POST /api/create_message/': CREATED })
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Post message' }).disabled).toBe(false),
    )
    await press('Post message')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const tries = sent.filter(({ url }) => url.pathname === '/api/create_message/')
    expect(tries.map(({ body }) => body)).toMatchObject([{ after_message: 2 }])
  })

  test('is shown after a reload too, by what the draft was begun with', async () => {
    const draft = { body: 'Half a thought', messageType: 'Update', broadcast: 'N', lastSeen: 2 }
    sessionStorage.setItem('aviary-draft-message-OPI-7', JSON.stringify(draft))
    await open({ 'GET /api/suggest_message/': newer })
    expect(await screen.findByText(posted)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Post message' }).disabled).toBe(true)
  })
})

describe('what was posted so far', () => {
  const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
  const isEnabled = (name: string) => waitFor(async () => expect((await button(name)).disabled).toBe(false))
  const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const kept = () => JSON.parse(sessionStorage.getItem('aviary-draft-message-OPI-7') ?? '{}')

  test('is read anew each time the dialog opens', async () => {
    let now = suggestion({ email_fields: { current_status: 'Looking' } })
    await open({ 'GET /api/suggest_message/': () => now, 'GET /api/get_email_components': STATUS })
    await start()
    await waitFor(async () => expect((await box(/^Current Status/)).value).toBe('Looking'))
    await press('Cancel')
    await isGone()
    now = suggestion({
      last_message: message(3, { created_by: 'oleg@acme.example', body: { en: '<p>Theirs</p>' } }),
      email_fields: { current_status: 'Fixed' },
    })
    await start()
    await waitFor(async () => expect((await box(/^Current Status/)).value).toBe('Fixed'))
    expect(screen.queryByText(/has posted a message meanwhile/)).toBeNull()
  })

  test('includes one’s own last message, also on a slow network', async () => {
    let now = suggestion({ last_message: null, message_type: null })
    const { sent } = await open({
      'GET /api/suggest_message/': async () => {
        const answer = now
        await new Promise((done) => setTimeout(done, 150))
        return answer
      },
      'POST /api/create_message/': () => {
        now = suggestion({ last_message: message(3) })
        return CREATED
      },
    })
    for (const _ of [1, 2]) {
      await fill('No')
      await isEnabled('Post message')
      await press('Post message')
      await isGone()
    }
    const tries = sent.filter(({ url }) => url.pathname === '/api/create_message/')
    expect(tries.map(({ body }) => body)).toMatchObject([{ after_message: null }, { after_message: 3 }])
  })

  test('must be known before anything is posted', async () => {
    let isAway = true
    const { sent } = await open({
      'GET /api/suggest_message/': () => (isAway ? new Refused(400, 'Broken') : suggestion()),
      'POST /api/create_message/': CREATED,
    })
    await fill('No')
    expect((await screen.findAllByText('What was posted so far could not be loaded')).length).toBeGreaterThan(
      0,
    )
    expect((await button('Post message')).disabled).toBe(true)
    isAway = false
    await press('Try again')
    await isEnabled('Post message')
    await press('Post message')
    await isGone()
    const tries = sent.filter(({ url }) => url.pathname === '/api/create_message/')
    expect(tries.map(({ body }) => body)).toMatchObject([{ after_message: 2 }])
  })

  test('is kept with the draft that is sent, even if it came after the last keystroke', async () => {
    const late = Promise.withResolvers<object>()
    const due = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 7_200_000).toISOString()
    await open({
      'GET /api/suggest_message/': () => late.promise,
      'POST /api/create_message/': new Refused(400, 'Broken'),
    })
    await fill('No')
    late.resolve(suggestion({ next_update_due: due }))
    await isEnabled('Post message')
    await press('Post message')
    await waitFor(() => expect(kept()).toMatchObject({ lastSeen: 2, begunWith: { next_update_due: due } }))
  })
})

test('a message whose answer was lost is never said not to be posted', async () => {
  const draft = { body: 'All is well', messageType: 'Update', broadcast: 'N', lastSeen: 2 }
  sessionStorage.setItem('aviary-draft-message-OPI-7', JSON.stringify(draft))
  await open({
    'GET /api/suggest_message/': suggestion({ last_message: message(3) }),
    'POST /api/create_message/': new Refused(409, 'This Idempotency-Key was used for something else'),
  })
  const post = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Post message' })
  await waitFor(() => expect(post().disabled).toBe(false))
  await press('Post message')
  expect((await screen.findAllByText(/^This message may already be posted/)).length).toBeGreaterThan(0)
  expect(screen.queryByText(/Yours has not been posted/)).toBeNull()
  expect(post().disabled).toBe(true)
  await userEvent.type(await box(/^Body/), '!')
  expect(post().disabled).toBe(false)
})

test('only an update takes over the promised time', () => {
  const suggested = { ...suggestion(), next_update_due: '2026-11-25T23:00:00.000Z' }
  const dueOf = (messageType: string) => withSuggestion({ ...EMPTY, messageType }, suggested).nextUpdateDue
  expect([dueOf(''), dueOf('Internal Update')]).toEqual(['2026-11-25T23:00', '2026-11-25T23:00'])
  expect([dueOf('Service Restored'), dueOf('Root Cause Analysis')]).toEqual([undefined, undefined])
})
