import type { Incident } from '@aviary/contract/incidents/schemas'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { watchSavedFiles } from '../../../testing/saved-files.ts'
import { nowMs } from '../../shared/time/clock.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { Story } from './Story.tsx'

const incident: Incident = {
  ...{
    opi: 'OPI-7',
    jiraId: 'OPI-7',
    affectedCompanies: 0,
    affectedUsers: null,
    details: '',
    rca: null,
    nextUpdateDue: null,
    roles: [],
  },
  ...{ affectedDataCenters: ['eu'], affectedServices: ['Expense'], messages: [], isInternal: 'N' },
  ...{ startDate: '2026-08-20T10:00:00.000Z', endDate: null, slaEndTime: '2026-08-20T14:00:00.000Z' },
  ...{ status: 'ACTIVE', symbol: 'OUTAGE', priorityType: 'P1' },
}

const message = (id: number, fields: Partial<ManagedMessage> = {}): ManagedMessage => ({
  ...{ id, message_id: id, jira_id: 'OPI-7', title: 'Update', message_type: 'Update', priorityType: 'P1' },
  ...{ created_date: `2026-08-20T11:0${id}:00.000Z`, created_epoch: 1_786_000_000 + id, created_by: 'ines' },
  ...{
    updated_date: null,
    updated_by: null,
    next_update_due: null,
    version: 1,
    body: { en: `Text ${id}` },
    message: '',
  },
  ...fields,
})

const broadcast = (id: number | null, fields: object = {}): TimelineEntry => ({
  ...{ kind: 'broadcast', at: '2026-08-20T11:01:00.000Z', broadcast_id: 9, message_id: id },
  ...{ is_correction: false, subject: '[OPI-7] Update', audience: 'EXTERNAL', by: 'ines' },
  progress: { queued: 1, sent: 1200, deferred: 2, failed: 3, stopped: 0, bounced: 0 },
  channels: { queued: 0, sent: 0, deferred: 0, failed: 0, stopped: 0 },
  ...fields,
})

const before = {
  ...{ from: '2026-08-20T04:00:00.000Z', to: '2026-08-20T10:00:00.000Z', items: [], more: 0, unrelated: 0 },
  incident: { cis: [], services: ['Expense'], data_centers: ['eu'] },
}

const person = {
  ...{ email: 'a@acme.example', preferences: {}, rights: { restricted_page_access: [] } },
  authorization: { is_admin: true, role_ids: [], allowed_actions: [] },
}

const open = (answers: Answers, address = '/details/OPI-7') =>
  renderPage(
    <Story incident={incident} />,
    {
      'GET /api/incidents/timeline/': { entries: [] },
      'GET /api/get_messages/': { messages: [] },
      'GET /api/changes_before_incident/': before,
      'POST /api/get_user_id/': { data: person },
      ...answers,
    },
    address,
  )
const story = () => screen.findByRole('region', { name: 'Story' })
const listed = (part: HTMLElement) =>
  within(part)
    .getAllByRole('listitem')
    .map((item) => item.querySelector('div')?.textContent)

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

test('messages, their mails, status and start are one list, newest first; the order can be reversed', async () => {
  const entries: TimelineEntry[] = [
    { kind: 'start', at: '2026-08-20T10:00:00.000Z' },
    ...['eu', 'us2'].map((data_center) => ({
      ...{ kind: 'status' as const, at: '2026-08-20T10:01:00.000Z', service: 'Analysis/Intelligence' },
      ...{ data_center, status: 'OUTAGE' as const },
    })),
    broadcast(1),
  ]
  await open({
    'GET /api/incidents/timeline/': { entries },
    'GET /api/get_messages/': { messages: [message(1)] },
  })
  const part = await story()
  await within(part).findByText('Text 1')
  await within(part).findByText(/1,206 people/)
  expect(listed(part)).toEqual([
    'UpdateinesText 1Mailed to 1,206 people, EXTERNAL1,200 sent3 waiting3 failed',
    'Analysis, EMEA and us2 outage',
    'Incident started',
  ])
  await userEvent.click(within(part).getByRole('button', { name: 'Newest first' }))
  expect(listed(part)[0]).toBe('Incident started')
})

test('mails that came back are part of the people mailed, and named', async () => {
  const progress = { queued: 0, sent: 1200, deferred: 0, failed: 0, stopped: 0, bounced: 6 }
  await open({
    'GET /api/incidents/timeline/': { entries: [broadcast(1, { progress })] },
    'GET /api/get_messages/': { messages: [message(1)] },
  })
  const people = await screen.findByText(/1,206 people/)
  expect(people.parentElement?.textContent).toBe('Mailed to 1,206 people, EXTERNAL1,200 sent6 bounced')
  i18next.addResourceBundle('de', 'shell', { 'audience.EXTERNAL': 'EXTERN' })
  await act(() => i18next.changeLanguage('de'))
  expect(await screen.findByText(/people, EXTERN$/)).toBeTruthy()
})

test('channels that were told of a message stand below its mails, with a link to the ledger', async () => {
  const channels = { queued: 1, sent: 4, deferred: 1, failed: 1, stopped: 2 }
  await open({
    'GET /api/incidents/timeline/': { entries: [broadcast(1, { channels })] },
    'GET /api/get_messages/': { messages: [message(1)] },
  })
  const link = await screen.findByRole('link', { name: 'Told to 9 channels' })
  expect(link.getAttribute('href')).toBe('/deliveries?reference=OPI-7&by=channels')
  expect(link.parentElement?.textContent).toBe('Told to 9 channels4 sent2 waiting1 failed2 stopped')
})

test('the saved story names every mail that was not sent', async () => {
  const progress = { queued: 0, sent: 1200, deferred: 0, failed: 1, stopped: 2, bounced: 6 }
  const channels = { queued: 1, sent: 4, deferred: 1, failed: 3, stopped: 0 }
  await open({ 'GET /api/incidents/timeline/': { entries: [broadcast(1, { progress, channels })] } })
  await within(await story()).findByText(/1,209 people/)
  const { files } = watchSavedFiles()
  await userEvent.click(screen.getByRole('button', { name: 'More about the story' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Download Markdown', hidden: true }))
  expect(await files[0]?.text()).toContain(
    '1,200 sent, 0 waiting, 1 failed, 2 stopped, 6 bounced, channels: 4 told, 2 waiting, 3 failed',
  )
})

test('chips filter with counts, and internal entries can be hidden', async () => {
  await open({
    'GET /api/incidents/timeline/': { entries: [broadcast(1)] },
    'GET /api/get_messages/': { messages: [message(1), message(2, { title: 'Internal Update' })] },
  })
  const part = await story()
  await within(part).findByText('Text 2')
  await userEvent.click(await within(part).findByRole('button', { name: 'Broadcasts 1' }))
  expect(within(part).queryByText('Text 2')).toBeNull()
  await userEvent.click(within(part).getByRole('button', { name: 'All 2' }))
  await userEvent.click(within(part).getByRole('button', { name: 'Hide internal' }))
  expect(within(part).getAllByRole('listitem')).toHaveLength(1)
  expect(within(part).getByRole('button', { name: 'Messages 1' })).toBeTruthy()
})

test('roles taken, handed over and given up are in the story, with a filter of their own', async () => {
  const role = (minute: number, fields: object): TimelineEntry => ({
    ...{ kind: 'role', at: `2026-08-20T11:0${minute}:00.000Z`, role: 'lead', name: 'Lead' },
    ...{ translations: { de: 'Leitung' }, prev_holder: null, holder: null, note: '', by: 'ines' },
    ...fields,
  })
  await open({
    'GET /api/incidents/timeline/': {
      entries: [
        role(1, { holder: 'ines' }),
        role(2, { prev_holder: 'ines', holder: 'ada', note: 'Back at 3' }),
        role(3, { prev_holder: 'ada', by: 'ada' }),
        role(4, { holder: 'sam' }),
        role(5, { prev_holder: 'sam', holder: 'ines' }),
        role(6, { prev_holder: 'ines', holder: 'sam', by: 'ada' }),
        role(7, { prev_holder: 'sam' }),
      ],
    },
    'GET /api/get_messages/': { messages: [message(4)] },
  })
  const part = await story()
  await userEvent.click(await within(part).findByRole('button', { name: 'People 7' }))
  expect(
    within(part)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('Lead: ines takes it from sam'),
    expect.stringContaining('Lead: ada hands over from ines to sam'),
    expect.stringContaining('Lead: ines takes over from sam'),
    expect.stringContaining('Lead: sam, named by ines'),
    expect.stringContaining('Lead: given up by ada'),
    expect.stringMatching(/Lead: ines hands over to ada.*Back at 3/),
    expect.stringContaining('Lead: ines'),
  ])
  // Names and notes of staff.
  await userEvent.click(within(part).getByRole('button', { name: 'Hide internal' }))
  expect(within(part).queryAllByRole('listitem')).toEqual([])
})

test('an edited message says who edited it; authors from other systems are named by their source', async () => {
  const edited = { updated_date: '2026-08-20T12:00:00.000Z', updated_by: 'ada', created_by: 'webhook:jira' }
  await open({ 'GET /api/get_messages/': { messages: [message(1, edited)] } })
  expect(await screen.findByText('Webhook “jira”')).toBeTruthy()
  expect(screen.getByText(/edited by ada/)).toBeTruthy()
})

test('bodies are shown in the chosen language, in English where there is none', async () => {
  await open(
    {
      'GET /api/get_messages/': {
        messages: [
          message(1, { body: { en: 'Hello', ja: 'こんにちは' } }),
          message(2, { body: { en: 'Only' } }),
        ],
      },
    },
    '/details/OPI-7?language=ja',
  )
  expect((await screen.findByText('こんにちは')).closest('[lang]')?.getAttribute('lang')).toBe('ja')
  expect(screen.getByText('Only').closest('[lang]')?.getAttribute('lang')).toBe('en')
})

test('the type of a message is in the display language, and in English where it is not translated', async () => {
  const update = { id: 1, name: 'Update', translations: { ja: '更新情報' } }
  await open({
    'GET /api/get_messages/': { messages: [message(1), message(2, { title: 'All Clear' })] },
    'GET /api/v4/get_p2_alert_types': { payload: { P1: { alert_types: [] }, P2: { alert_types: [update] } } },
  })
  expect(await screen.findByRole('article', { name: 'Update' })).toBeTruthy()
  await act(() => i18next.changeLanguage('ja'))
  expect(await screen.findByRole('article', { name: '更新情報' })).toBeTruthy()
  expect(screen.getByRole('article', { name: 'All Clear' })).toBeTruthy()
})

test('the mails of a deleted message stand on their own', async () => {
  await open({ 'GET /api/incidents/timeline/': { entries: [broadcast(null)] } })
  expect(await screen.findByText('[OPI-7] Update')).toBeTruthy()
})

test('a part that fails says why, and the other part stays', async () => {
  await open({
    'GET /api/incidents/timeline/': new Refused(400, 'no time'),
    'GET /api/get_messages/': { messages: [message(1)] },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('no time')
  expect(screen.getByText('Text 1')).toBeTruthy()
  await waitFor(() => expect(readToasts()[0]?.message).toBe('Unable to check for the timeline'))
})

test('an edited message opens what its edits changed; one never edited does not', async () => {
  const change = {
    ...{ message_id: 1, prev_version: 1, changed_by: 'ines', changed_date: '2026-08-20T12:00:00.000Z' },
    ...{ prev_title: 'Update', prev_message_type: 'Update', prev_body: { en: '<p>Travel is down</p>' } },
    prev_next_update_due: '2026-08-20T13:00:00.000Z',
  }
  const edited = message(1, { updated_date: change.changed_date, body: { en: '<p>Travel is slow</p>' } })
  await open({
    'GET /api/get_messages/': { messages: [edited, message(2)] },
    'GET /api/get_message_change_history/': { history: [change], more_results: false },
  })
  const buttons = await screen.findAllByRole('button', { name: /^What changed: Update/ })
  expect(buttons).toHaveLength(1)
  await userEvent.click(buttons[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'What changed: Update' })
  await waitFor(() => expect(dialog.querySelectorAll('del')).toHaveLength(2))
  expect(Array.from(dialog.querySelectorAll('del, ins'), (part) => part.textContent)).toEqual([
    expect.stringContaining('13:00'),
    expect.stringContaining('none'),
    expect.stringContaining('down'),
    expect.stringContaining('slow'),
  ])
})

test('the menu of the story names the page with the messages', async () => {
  await open({})
  await userEvent.click(await screen.findByRole('button', { name: 'More about the story' }))
  const items = await screen.findAllByRole('menuitem', { hidden: true })
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Incident messages',
    'Download Markdown',
    'Print',
  ])
})

test('a message that was just posted is not marked as ahead; a promised time is', async () => {
  const soon = new Date(nowMs() + 60_000).toISOString()
  await open({
    'GET /api/incidents/timeline/': { entries: [{ kind: 'sla_end', at: soon }] },
    'GET /api/get_messages/': { messages: [message(1, { created_date: soon })] },
  })
  const posted = (await screen.findByText('Text 1')).closest('li')
  expect(posted?.hasAttribute('data-ahead')).toBe(false)
  expect((await screen.findByText('SLA end')).closest('li')?.hasAttribute('data-ahead')).toBe(true)
})
