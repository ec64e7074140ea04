import type { PostMortem } from '@aviary/contract/post-mortems/schemas'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { press } from '../../../testing/press.ts'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { PostMortemPage } from './PostMortemPage.tsx'

const INES = 'ines.incident@acme.example'
const ADA = 'ada.admin@acme.example'
const SAM = 'sam.support@acme.example'
const ADDRESS = '/api/post_mortem/'
const REVIEWS = '/api/post_mortem/reviews/'

const incident = {
  ...{ opi: 'OPI-7', jiraId: 'OPI-7', affectedCompanies: 0, affectedUsers: null, status: 'RESOLVED' },
  ...{ affectedDataCenters: ['us2'], affectedServices: ['Expense'], details: 'Down', symbol: 'OUTAGE' },
  ...{ startDate: '2026-08-20T10:00:00.000Z', endDate: '2026-08-20T12:00:00.000Z', rca: null, messages: [] },
  ...{ slaEndTime: '2026-08-20T14:00:00.000Z', isInternal: 'N', priorityType: 'P1', nextUpdateDue: null },
  ...{ roles: [], jira_info: {}, slack_info: {}, affected_companies: [], cis: [], all_roles: [] },
  ...{ follow_ups: [], post_mortem: null },
}

const first: PostMortem = {
  ...{ jira_id: 'OPI-7', version: 1, newest_version: 1, state: 'DRAFT', created_by: INES, saved_by: INES },
  ...{ created_date: '2026-08-21T08:00:00.000Z', saved_date: '2026-08-21T08:00:00.000Z', note: '' },
  ...{ summary: 'The pool was full', impact: '', root_cause: 'A limit of 10', solution: '' },
  ...{ corrective_measures: '', lessons: '', reviews: [] },
  timeline: [
    { at: '2026-08-20T10:00:00.000Z', text: 'Incident began', entry: 'start 2026-08-20T10:00:00.000Z' },
    { at: '2026-08-20T11:00:30.000Z', text: 'Update: We look', entry: 'message 4' },
  ],
  facts: {
    ...{ taken_date: '2026-08-21T08:00:00.000Z', priority_type: 'P1', severity: 'OUTAGE' },
    ...{ status: 'RESOLVED', services: ['Expense'], data_centers: ['us2'], companies: 3, users: 1200 },
    ...{ start_date: '2026-08-20T10:00:00.000Z', end_date: '2026-08-20T12:00:00.000Z', is_over: true },
    promises: { kept: 3, missed: 1 },
    changes_before: [
      {
        ...{ kind: 'change', id: 5, title: 'CHG-5: New pool size', at: '2026-08-20T09:48:00.000Z' },
        ...{ seconds_before: 720, is_under_way: false },
        shared: { cis: ['db-7'], services: ['Expense'], data_centers: [] },
      },
    ],
    told: [
      {
        ...{ broadcast_id: 9, at: '2026-08-20T11:00:30.000Z', subject: 'Expense: outage' },
        ...{ audience: 'EXTERNAL', recipients: 198, channels: 2 },
      },
    ],
  },
}
const second: PostMortem = {
  ...{ ...first, version: 2, newest_version: 2, saved_by: ADA, saved_date: '2026-08-21T09:00:00.000Z' },
  ...{ root_cause: 'A limit of 20', note: 'Right number', timeline: first.timeline.slice(0, 1) },
}

const versionOf = ({ version, saved_by, saved_date, note }: PostMortem) => ({
  ...{ version, saved_by, saved_date, note },
})
const person = (allowed_actions: string[], email = INES) => ({
  data: {
    ...{ email, preferences: {}, rights: { restricted_page_access: [] } },
    authorization: { is_admin: false, role_ids: [], allowed_actions },
  },
})

type Options = { answers?: Answers; actions?: string[]; email?: string; path?: string }

/** The page with these versions, the last one the newest. */
const open = (versions: readonly PostMortem[], options: Options = {}) => {
  const {
    answers = {},
    actions = ['create_p1_message'],
    email,
    path = '/details/OPI-7/post_mortem',
  } = options
  return renderPage(
    <PostMortemPage />,
    {
      'POST /api/get_user_id/': person(actions, email),
      'GET /api/incident_by_jira_id/': { payload: incident },
      'GET /api/post_mortem/': ({ url }: { url: URL }) => ({
        post_mortem:
          versions.find(({ version }) => String(version) === url.searchParams.get('version')) ??
          versions.at(-1) ??
          null,
      }),
      'GET /api/post_mortem/versions/': { versions: versions.toReversed().map(versionOf) },
      'GET /api/incidents/roles/people/': { people: [{ email: ADA }, { email: SAM }] },
      'GET /api/templates': { templates: [] },
      ...answers,
    },
    path,
  )
}

type Sent = Awaited<ReturnType<typeof open>>['sent']
const bodies = (sent: Sent, method: string, address = ADDRESS) =>
  sent
    .filter(({ url, ...call }) => call.method === method && url.pathname === address)
    .map(({ body }) => body)
const toasts = () => readToasts().map(({ message }) => message)
const region = (name: string) => screen.findByRole('region', { name })
const edit = async () => {
  await press('Edit')
  return screen.findByRole('dialog', { name: 'Edit post-mortem of OPI-7' })
}
const field = (dialog: HTMLElement, name: string) =>
  within(dialog).findByRole<HTMLTextAreaElement>('textbox', { name })
const type = async (dialog: HTMLElement, name: string, text: string) =>
  fireEvent.change(await field(dialog, name), { target: { value: text } })
const save = () => press('Save changes')

beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
})

test('it shows the texts, the facts, the timeline, what changed before and who was told', async () => {
  await open([first])
  expect((await region('Summary')).textContent).toContain('The pool was full')
  expect((await region('Impact')).textContent).toContain('Nothing written yet')
  const facts = (await region('Facts')).textContent
  for (const text of [
    '2 hours',
    'P1',
    'outage',
    'Expense',
    '1,200',
    'kept: 3, missed: 1',
    'Aug 20, 2026, 12:00 UTC',
  ])
    expect(facts).toContain(text)
  const lines = within(await region('Timeline')).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Aug 20, 2026, 10:00 UTCIncident began',
    'Aug 20, 2026, 11:00 UTCUpdate: We look',
  ])
  expect((await region('What changed before')).textContent).toContain(
    'CHG-5: New pool size12 minutes before · db-7 · Expense',
  )
  expect((await region('Who was told when')).textContent).toContain('Expense: outageEXTERNAL1982')
})

test('who may not post reads it, and reads who could make it', async () => {
  await open([], { actions: [] })
  await screen.findByText('Whoever may post messages on the incident can make it.')
  expect(screen.queryByRole('button', { name: 'Make the post-mortem' })).toBeNull()
  cleanup()
  await open([first], { actions: [] })
  await region('Summary')
  for (const name of ['Edit', 'Write to customers', 'Ask for review'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('it is made from the story, in the language of the page', async () => {
  const { sent } = await open([], { answers: { [`POST ${ADDRESS}`]: { post_mortem: first, is_new: true } } })
  await press('Make the post-mortem')
  await waitFor(() => expect(toasts()).toEqual(['Post-mortem made']))
  expect(bodies(sent, 'POST')).toMatchObject([{ jira_id: 'OPI-7', locale: 'en' }])
})

test('texts and lines are changed, added and removed; times that nobody touched stay exact', async () => {
  const { sent } = await open([first], { answers: { [`PUT ${ADDRESS}`]: { post_mortem: second } } })
  const dialog = await edit()
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true)
  await type(dialog, 'Lessons', 'Alert earlier')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove line 1' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add a line' }))
  await within(dialog).findByText('Line 2 needs a time and a text')
  await type(dialog, 'Text of line 2', 'Phone call')
  fireEvent.change(within(dialog).getByLabelText('Time of line 2'), { target: { value: '2026-08-20T09:30' } })
  await type(dialog, 'What is new', 'Lessons')
  await save()
  await waitFor(() => expect(toasts()).toEqual(['Version 2 saved']))
  expect(bodies(sent, 'PUT')).toMatchObject([
    {
      ...{ jira_id: 'OPI-7', version: 1, note: 'Lessons', lessons: 'Alert earlier', summary: first.summary },
      timeline: [first.timeline[1], { at: '2026-08-20T09:30:00.000Z', text: 'Phone call', entry: null }],
    },
  ])
  expect(bodies(sent, 'PUT')[0]).not.toHaveProperty('new_entries')
})

test('of two who edit it the second sees what changed, and loses nothing', async () => {
  const answers = [new Refused(409, 'Somebody changed this meanwhile', second), { post_mortem: second }]
  const { sent } = await open([first], { answers: { [`PUT ${ADDRESS}`]: () => answers.shift() } })
  const dialog = await edit()
  await type(dialog, 'Summary', 'The pool was too small')
  await save()
  const alert = await within(dialog).findByText(`${ADA} saved version 2 meanwhile.`)
  const box = alert.closest<HTMLElement>('[role="alert"]')
  await waitFor(() => expect(box?.querySelector('del')?.textContent).toContain('10'))
  expect(box?.querySelector('ins')?.textContent).toContain('20')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }))
  expect((await field(dialog, 'Root cause')).value).toBe('A limit of 20')
  await save()
  await waitFor(() =>
    expect(bodies(sent, 'PUT')[1]).toMatchObject({
      ...{ version: 2, summary: 'The pool was too small', root_cause: 'A limit of 20' },
      timeline: second.timeline,
    }),
  )
})

test('what was typed is there after a reload', async () => {
  await open([first])
  await type(await edit(), 'Solution', 'A larger pool')
  cleanup()
  await open([first], { path: '/details/OPI-7/post_mortem?form=edit' })
  const dialog = await screen.findByRole('dialog')
  expect((await field(dialog, 'Solution')).value).toBe('A larger pool')
})

const template = (pkey: number, message_type: string, body: string) => ({
  ...{
    pkey,
    title: `About ${message_type}`,
    body,
    message_type,
    affected_service: null,
    notification_type: null,
  },
  ...{ template_type: 'message', created_by: ADA, created_date: first.created_date, updated_by: null },
  version: 1,
})

test('a template fills what is empty, and replaces what was typed only when asked', async () => {
  const body = '<h3>Summary</h3><p>What happened?</p><h3>Impact</h3><p>Who was hit?</p>'
  const templates = [template(1, 'Update', '<p>x</p>'), template(2, 'Root Cause Analysis', body)]
  await open([first], { answers: { 'GET /api/templates': { templates } } })
  const dialog = await edit()
  const choice = await within(dialog).findByRole('combobox', { name: 'Use a template' })
  expect(within(choice).queryByRole('option', { name: 'About Update' })).toBeNull()
  fireEvent.change(choice, { target: { value: '2' } })
  expect((await field(dialog, 'Impact')).value).toBe('Who was hit?')
  expect((await field(dialog, 'Summary')).value).toBe('The pool was full')
  await within(dialog).findByText('Kept as typed: Summary')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Replace these, too' }))
  expect((await field(dialog, 'Summary')).value).toBe('What happened?')
})

test('new facts say what is new, and are taken with the next version', async () => {
  const line = { at: '2026-08-20T12:00:00.000Z', text: 'Incident over', entry: 'end 1' }
  const { sent } = await open([first], {
    answers: {
      'GET /api/post_mortem/news/': { facts: { ...first.facts, companies: 4 }, lines: [line] },
      [`PUT ${ADDRESS}`]: { post_mortem: second },
    },
  })
  const dialog = await edit()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take the facts anew' }))
  await within(dialog).findByText('Other facts: Affected companies')
  await within(dialog).findByText('Incident over')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Use them' }))
  expect((await field(dialog, 'Text of line 3')).value).toBe('Incident over')
  await save()
  await waitFor(() =>
    expect(bodies(sent, 'PUT')).toMatchObject([
      { new_entries: ['end 1'], timeline: [...first.timeline, line] },
    ]),
  )
})

test('an earlier version is shown, and two are compared by word and by line', async () => {
  await open([first, second])
  const versions = await region('Versions')
  await userEvent.click(await within(versions).findByRole('button', { name: 'Version 1' }))
  await screen.findByText('This is version 1 of 2.')
  expect((await region('Root cause')).textContent).toContain('A limit of 10')
  await press('Show the newest version')
  await waitFor(async () => expect((await region('Root cause')).textContent).toContain('A limit of 20'))
  await press('Compare versions')
  const dialog = await screen.findByRole('dialog', { name: 'What changed in the post-mortem of OPI-7' })
  await waitFor(() =>
    expect([...dialog.querySelectorAll('del')].map(({ textContent }) => textContent?.trim())).toEqual([
      expect.stringContaining('10'),
      expect.stringContaining('Update: We look'),
    ]),
  )
  expect([...dialog.querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('20'),
  ])
  fireEvent.change(within(dialog).getByRole('combobox', { name: 'Earlier version' }), {
    target: { value: '2' },
  })
  await within(dialog).findByText('Both versions say the same')
})

const review = {
  ...{ reviewer: SAM, asked_by: INES, asked_date: '2026-08-21T08:30:00.000Z', answer: null },
  ...{ version: null, note: '', answered_date: null },
} as const
const approved = { ...review, answer: 'APPROVED', version: 1, answered_date: second.saved_date } as const

test('somebody is asked to review it, and who cannot be mailed is named', async () => {
  const post_mortem = { ...first, state: 'IN_REVIEW', reviews: [review] }
  const { sent } = await open([first], {
    answers: { [`POST ${REVIEWS}`]: { post_mortem, asked: [SAM], not_mailed: [SAM] } },
  })
  await press('Ask for review')
  await userEvent.click(await screen.findByRole('combobox', { name: 'Who reviews it' }))
  await userEvent.click(await screen.findByRole('option', { name: SAM, hidden: true }))
  await press('Ask for review')
  await waitFor(() => expect(toasts()).toEqual(['Asked for review']))
  expect(bodies(sent, 'POST', REVIEWS)).toMatchObject([{ jira_id: 'OPI-7', reviewers: [SAM] }])
  expect(readToasts()[0]).toMatchObject({ note: `No mail to ${SAM}: tell them yourself` })
})

test('a reviewer approves without any right, and says what to change', async () => {
  const { sent } = await open([{ ...first, state: 'IN_REVIEW', reviews: [review] }], {
    ...{ actions: [], email: SAM },
    answers: { [`PUT ${REVIEWS}`]: { post_mortem: first } },
  })
  const mine = await region('Your review')
  const request = within(mine).getByRole<HTMLButtonElement>('button', { name: 'Ask for changes' })
  expect([request.disabled, request.title]).toEqual([true, 'Say what to change'])
  await type(mine, 'Note', 'Why 10?')
  await userEvent.click(request)
  await waitFor(() =>
    expect(bodies(sent, 'PUT', REVIEWS)).toMatchObject([
      { jira_id: 'OPI-7', version: 1, answer: 'CHANGES_REQUESTED', note: 'Why 10?' },
    ]),
  )
  await waitFor(() => expect(toasts()).toEqual(['Review saved']))
  await press('Approve version 1')
  await waitFor(() =>
    expect(bodies(sent, 'PUT', REVIEWS)[1]).toMatchObject({ version: 1, answer: 'APPROVED', note: '' }),
  )
})

test('a version that comes meanwhile must be read before it is approved', async () => {
  const shown = [{ ...first, state: 'IN_REVIEW', reviews: [review] } as PostMortem]
  const { client } = await open(shown, { email: SAM })
  await screen.findByRole('button', { name: 'Approve version 1' })
  shown[0] = { ...second, state: 'IN_REVIEW', reviews: [review] }
  await client.invalidateQueries({ queryKey: ['incidents'] })
  await within(await region('Your review')).findByText(`${ADA} saved version 2 meanwhile.`)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Approve version 1' }).disabled).toBe(true)
  await press('I have read version 2')
  await press('Approve version 2')
})

test('an approval of an earlier version says so, and its reviewer is asked again or no longer', async () => {
  const reviews = [approved]
  const { sent } = await open([first, { ...second, state: 'IN_REVIEW', reviews }], {
    answers: {
      [`POST ${REVIEWS}`]: { post_mortem: second, asked: [SAM], not_mailed: [] },
      [`DELETE ${REVIEWS}`]: { post_mortem: second },
    },
  })
  expect((await region('Review')).textContent).toContain('Approved · version 1, before the later changes')
  await press(`Ask again: ${SAM}`)
  await waitFor(() => expect(bodies(sent, 'POST', REVIEWS)).toMatchObject([{ reviewers: [SAM] }]))
  await press(`Ask no longer: ${SAM}`)
  await waitFor(() => expect(bodies(sent, 'DELETE', REVIEWS)).toMatchObject([{ reviewer: SAM }]))
})
