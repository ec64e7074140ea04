import type { IncidentRole } from '@aviary/contract/incident-roles/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { press } from '../../../testing/press.ts'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { IncidentRoles } from './IncidentRoles.tsx'

const INES = 'ines.incident@acme.example'
const ADA = 'ada.admin@acme.example'

beforeEach(() => {
  closeAllToasts()
  vi.unstubAllGlobals()
})

const free: IncidentRole = {
  ...{ role: 'lead', name: 'Lead', translations: { de: 'Leitung' }, is_retired: false },
  ...{ holder: null, since: null, note: '' },
}
const held = (holder: string, note = ''): IncidentRole => ({
  ...{ ...free, holder, note },
  since: '2026-08-20T12:00:00.000Z',
})

const person = (allowed_actions: string[]) => ({
  data: {
    ...{ email: INES, preferences: {}, rights: { restricted_page_access: [] } },
    authorization: { is_admin: false, role_ids: [], allowed_actions },
  },
})

const PUT = 'PUT /api/incidents/roles/'

function open(
  roles: IncidentRole[],
  { actions = ['create_p1_message'], ...changed }: Answers & { actions?: string[] } = {},
) {
  return renderPage(
    <IncidentRoles incident={{ jiraId: 'OPI-7', priorityType: 'P1', isInternal: 'N', all_roles: roles }} />,
    {
      'POST /api/get_user_id/': person(actions),
      'GET /api/incidents/roles/people/': { people: [{ email: ADA }, { email: INES }] },
      [PUT]: { roles },
      ...changed,
    },
    '/details/OPI-7',
  )
}
const toasts = () => readToasts().map(({ message }) => message)
const bodies = (sent: Awaited<ReturnType<typeof open>>['sent']) =>
  sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)

test('a role that nobody has is taken with one press', async () => {
  const { sent } = await open([free])
  expect((await screen.findByText('Lead')).parentElement?.textContent).toContain('nobody')
  await press('Take: Lead')
  await waitFor(() =>
    expect(bodies(sent)).toMatchObject([
      { jira_id: 'OPI-7', role: 'lead', prev_holder: null, holder: INES, note: '' },
    ]),
  )
  await waitFor(() => expect(toasts()).toContain('You are Lead of OPI-7'))
  expect(document.activeElement?.textContent).toBe('Take')
})

test('one’s own role is handed over to somebody who is found, with a note', async () => {
  const { sent } = await open([held(INES, 'Call the vendor')])
  await screen.findByText('Call the vendor')
  expect(screen.queryByRole('button', { name: 'Take: Lead' })).toBeNull()
  await press('Hand over: Lead')
  const dialog = await screen.findByRole('dialog', { name: 'Hand over Lead of OPI-7' })
  const to = await within(dialog).findByRole('combobox', { name: 'To' })
  await userEvent.type(to, 'ada')
  await userEvent.click(await screen.findByRole('option', { name: ADA, hidden: true }))
  expect(screen.queryByRole('option', { name: INES, hidden: true })).toBeNull()
  await userEvent.type(within(dialog).getByRole('textbox', { name: /What they should know/ }), ' Back at 3 ')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Hand over' }))
  await waitFor(() =>
    expect(bodies(sent)).toMatchObject([
      { jira_id: 'OPI-7', role: 'lead', prev_holder: INES, holder: ADA, note: 'Back at 3' },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('one’s own role is given up, somebody else’s is taken over', async () => {
  const communications = { ...held(ADA), role: 'communications', name: 'Communications' }
  const { sent } = await open([held(INES), communications])
  await press('Give up: Lead')
  await waitFor(() => expect(bodies(sent)).toMatchObject([{ role: 'lead', prev_holder: INES, holder: null }]))
  await press('Take over: Communications')
  await waitFor(() =>
    expect(bodies(sent)[1]).toMatchObject({ role: 'communications', prev_holder: ADA, holder: INES }),
  )
})

test('when somebody was faster, the dialog keeps what was typed, says who, and can be sent again', async () => {
  const sam = 'sam.support@acme.example'
  const detail = `${sam} is Lead of OPI-7 by now. Nothing was changed.`
  const answers = [new Refused(409, detail, { roles: [held(sam)] }), { roles: [held(ADA)] }]
  const { sent } = await open([held(INES)], { [PUT]: () => answers.shift() })
  await press('Hand over: Lead')
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(await within(dialog).findByRole('combobox', { name: 'To' }), 'ada')
  await userEvent.click(await screen.findByRole('option', { name: ADA, hidden: true }))
  const note = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /What they should know/ })
  await userEvent.type(note, 'Back at 3')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Hand over' }))
  await waitFor(() => expect(toasts()).toContain('The role could not be changed'))
  expect(note.value).toBe('Back at 3')
  await within(dialog).findByText(`Now: ${sam}`)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Hand over' }))
  await waitFor(() =>
    expect(bodies(sent)[1]).toMatchObject({ prev_holder: sam, holder: ADA, note: 'Back at 3' }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('who may not post on the incident reads the roles only', async () => {
  await open([held(ADA)], { actions: ['create_p2_message'] })
  await screen.findByText('Lead')
  expect(screen.queryAllByRole('button')).toEqual([])
})

test.each([INES, ADA])('a retired role of %s is only given up', async (holder) => {
  const { sent } = await open([{ ...held(holder), is_retired: true }])
  expect(await screen.findByRole('button', { name: 'Give up: Lead' })).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(1)
  await press('Give up: Lead')
  await waitFor(() => expect(bodies(sent)).toMatchObject([{ prev_holder: holder, holder: null }]))
})
