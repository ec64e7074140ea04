import type {
  AdminAction,
  AdminRole,
  AdminUser,
  GroupMapping,
  PersonSession,
  ServiceTokenInfo,
} from '@aviary/contract/administration/schemas'
import { useLocation } from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Answers, Refused, renderPage } from '../../../testing/render.tsx'
import { chooseAction, openRowMenu } from '../../../testing/row.ts'
import { answerUsers } from '../../../testing/users.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { AdministrationPage } from './AdministrationPage.tsx'

const user = (user_id: number, email: string, changes: Partial<AdminUser> = {}): AdminUser => ({
  user_id,
  email,
  role_ids: [],
  roles_display: [],
  hand_role_ids: changes.role_ids ?? [],
  provider_role_ids: [],
  actions_display: [],
  is_admin: false,
  restricted_page_access: [],
  version: 1,
  ...changes,
})
const role = (role_id: number, display_name: string, changes: Partial<AdminRole> = {}): AdminRole => ({
  role_id,
  display_name,
  system_name: display_name.toLowerCase(),
  description: '',
  action_ids: [],
  actions: [],
  actions_display: [],
  is_admin: false,
  version: 1,
  ...changes,
})
const CHARTS: AdminAction = {
  action_id: 1,
  display_name: 'Open charts',
  system_name: 'view_charts',
  description: '',
  is_built_in: true,
  version: 1,
}
const ADA = user(1, 'ada@acme.example', { role_ids: [1], roles_display: ['Administrator'], is_admin: true })
const SAM = user(2, 'sam@acme.example', { role_ids: [2], roles_display: ['Support'] })
const ROLES = [role(1, 'Administrator', { is_admin: true }), role(2, 'Support'), role(3, 'Operator')]
const TOKEN: ServiceTokenInfo = {
  token_id: 7,
  ...{ owner: null, owner_signed_in_date: null },
  name: 'monitoring',
  hint: '8fQ2',
  created_by: 'ada@acme.example',
  scopes: ['ingest:status'],
  created_date: '2026-08-20T10:00:00.000Z',
  expires_date: '2099-01-01T00:00:42.000Z',
  revoked_date: null,
  last_used_date: null,
  old_secret_until: null,
  version: 'a',
}
const OPS: GroupMapping = {
  mapping_id: 5,
  group_name: '/ops',
  role_ids: [2],
  roles_display: ['Support'],
  version: 3,
}
const SESSION: PersonSession = {
  session_id: '0198c0de-0000-7000-8000-000000000001',
  user_id: 2,
  email: 'sam@acme.example',
  created_date: '2026-08-20T10:00:00.000Z',
  last_seen_date: '2026-08-20T10:00:00.000Z',
  expires_date: '2026-08-20T22:00:00.000Z',
  user_agent: null,
  is_current: false,
}

const person = (is_admin: boolean, allowed_actions: string[] = [], role_ids = [1]) => ({
  data: {
    email: 'ada@acme.example',
    preferences: {},
    rights: { restricted_page_access: [] },
    authorization: { is_admin, role_ids, allowed_actions },
  },
})
const Where = () => <p>at {useLocation().searchStr}</p>

const open = (changed: Answers = {}, at = '/') =>
  renderPage(
    <main tabIndex={-1}>
      <AdministrationPage />
      <Where />
    </main>,
    {
      'POST /api/get_user_id/': person(true),
      'GET /auth/production/get_users': answerUsers(() => [ADA, SAM]),
      'GET /auth/production/get_roles': { roles: ROLES },
      'GET /auth/production/get_actions': { actions: [CHARTS] },
      'GET /api/group_mappings/': { mappings: [OPS], groups_claim: 'groups' },
      'GET /api/service_tokens/': { tokens: [TOKEN] },
      'GET /api/sessions/': { sessions: [SESSION] },
      ...changed,
    },
    at,
  )

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = (name: string) => screen.findByRole('dialog', { name })
const bodyOf = (sent: { method: string; body: unknown }[], method: string) =>
  sent.findLast((request) => request.method === method && request.body !== undefined)?.body as Record<
    string,
    unknown
  >
const saved = (name = 'Save changes') =>
  waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false))

beforeEach(() => {
  sessionStorage.clear()
  closeAllToasts()
})
afterEach(() => vi.restoreAllMocks())

describe('the lists', () => {
  test('shows each part only to those who may see it', async () => {
    await open({ 'POST /api/get_user_id/': person(false, ['view_admin_roles_tile']) })
    await screen.findByRole('region', { name: 'Role Management' })
    expect(screen.getAllByRole('region')).toHaveLength(1)
  })

  test('shows No Data for an empty list, and for a failed one the reason and a way to try again', async () => {
    let tries = 0
    await open({
      'GET /auth/production/get_users': () => {
        tries += 1
        return tries === 1 ? new Refused(500, 'The database is away') : { users: [], total: 0, all: 0 }
      },
    })
    const users = await screen.findByRole('region', { name: 'User Management' })
    await within(users).findByText('The database is away')
    await userEvent.click(within(users).getByRole('button', { name: 'Try again' }))
    await within(users).findByText('No Data')
    await within(users).findByText('Create the first one with the button above.')
  })

  test('keeps the filter and sort of one list in the address without touching the other lists', async () => {
    await open({}, '/?users_filter=sam')
    await screen.findByText('1 of 2')
    await screen.findByText('3 of 3')
    const users = screen.getByRole('region', { name: 'User Management' })
    await userEvent.click(within(users).getByRole('button', { name: /^Email/ }))
    await screen.findByText(/at .*users_sort=email/)
  })

  test('has a list of the sections that opens the panel and moves the focus there', async () => {
    await open()
    await press('Role Management')
    const list = screen.getByRole('navigation', { name: 'Sections of the administration' })
    const link = within(list).getByRole('link', { name: 'Role Management' })
    expect(link.getAttribute('aria-current')).toBeNull()
    await userEvent.click(link)
    const head = screen.getByRole('button', { name: 'Role Management' })
    await waitFor(() =>
      expect(document.activeElement === head && head.getAttribute('aria-expanded')).toBe('true'),
    )
    expect(within(list).getAllByRole('link', { current: 'page' })).toEqual([link])
  })

  test('lists only the sections that the person may open', async () => {
    await open({
      'POST /api/get_user_id/': person(false, [
        'view_admin_page',
        'view_admin_roles_tile',
        'view_reference_data',
      ]),
    })
    const list = await screen.findByRole('navigation', { name: 'Sections of the administration' })
    const texts = within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
    expect(texts.join(', ')).toBe(
      'Role Management, Services, Data centers, Languages, Priorities, Severities, Alert types, Comm types, Maintenance flags, Roles on incidents, Unknown names, Company domains',
    )
  })

  test('names the actions that open a part to a person who may see none', async () => {
    await open({ 'POST /api/get_user_id/': person(false, ['view_admin_page']) })
    await screen.findByText(
      /“See the user management tile”, .+ and “See the action management tile” open them$/,
    )
  })

  test('disables the buttons of a row that the person may not change', async () => {
    await open({
      'POST /api/get_user_id/': person(false, ['view_admin_users_tile', 'edit_user'], [3]),
      'GET /auth/production/get_users': answerUsers(() => [SAM, user(3, 'free@acme.example')]),
    })
    const [touch] = await openRowMenu('sam@acme.example')
    expect(touch?.getAttribute('aria-disabled')).toBe('true')
    expect(touch?.textContent).toBe('EditThis person holds roles that you do not hold')
    await userEvent.keyboard('{Escape}')
    await chooseAction('Edit', 'free@acme.example')
    const form = await dialog('Edit User')
    // The form offers only the roles that the signed-in person holds.
    expect(within(form).getAllByRole('button', { name: /^Assign/ })).toHaveLength(1)
    within(form).getByRole('button', { name: 'Assign Operator' })
  })
})

describe('a form', () => {
  test('does not save on Enter in the filter of the roles', async () => {
    const { sent } = await open()
    await chooseAction('Edit', 'sam@acme.example')
    await press('Assign Operator')
    await saved()
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter Roles' }), 'op{Enter}')
    expect(bodyOf(sent, 'PUT')).toBeUndefined()
    await press('Save changes')
    await waitFor(() =>
      expect(bodyOf(sent, 'PUT')).toMatchObject({ user_id: 2, role_ids: [2, 3], version: 1 }),
    )
  })

  test('is unchanged after a role was added and removed again', async () => {
    await open({
      'GET /auth/production/get_users': answerUsers(() => [user(2, SAM.email, { role_ids: [2, 3] })]),
    })
    await chooseAction('Edit', 'sam@acme.example')
    await press('Take Support away')
    await saved()
    await press('Assign Support')
    await screen.findByText('Must Modify A Value')
  })

  test('opens an edit again after a reload', async () => {
    await open()
    await chooseAction('Edit', 'monitoring')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Token Name' }), ' two')
    document.body.innerHTML = ''
    await open()
    const form = await dialog('Edit Service Token')
    expect(within(form).getByRole<HTMLInputElement>('textbox', { name: 'Token Name' }).value).toBe(
      'monitoring two',
    )
  })

  test('stays closed if the person may no longer edit', async () => {
    sessionStorage.setItem('aviary-draft-admin-user-new', JSON.stringify({ values: { email: 'x' } }))
    await open({ 'POST /api/get_user_id/': person(false, ['view_admin_users_tile']) })
    await screen.findByText('sam@acme.example')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('says in the form what could not be loaded', async () => {
    await open({ 'GET /auth/production/get_roles': new Refused(500, 'The roles are away') })
    await chooseAction('Edit', 'sam@acme.example')
    const form = await dialog('Edit User')
    await within(form).findByText('The roles are away')
    within(form).getByRole('button', { name: 'Try again' })
  })

  test('shows what somebody else changed beside the typed values, and Keep mine keeps their other fields', async () => {
    let users = [ADA, SAM]
    const { sent } = await open({
      'GET /auth/production/get_users': answerUsers(() => users),
      'PUT /auth/production/edit_user': ({ body }: { body: unknown }) =>
        (body as { version: number }).version === 2
          ? { user: users[1] }
          : new Refused(409, 'Somebody changed this meanwhile', users[1]),
    })
    await chooseAction('Edit', 'sam@acme.example')
    await press('Assign Operator')
    await saved()
    users = [ADA, { ...SAM, email: 'samuel@acme.example', version: 2 }]
    await press('Save changes')
    const told = await screen.findByText('Somebody changed this meanwhile.')
    const row = await screen.findByRole('row', { name: /^Email samuel@acme\.example/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['samuel@acme.example', '—'])
    await press('Keep mine')
    expect(told.isConnected).toBe(false)
    // The pressed button has disappeared, but the focus stays in the form.
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' }))
    await saved()
    await press('Save changes')
    await waitFor(() =>
      expect(bodyOf(sent, 'PUT')).toMatchObject({
        email: 'samuel@acme.example',
        role_ids: [2, 3],
        version: 2,
      }),
    )
  })

  test('cannot be saved once the record is deleted, and does not send deleted roles', async () => {
    let [users, roles] = [[ADA, SAM], ROLES]
    const { sent } = await open({
      'GET /auth/production/get_users': answerUsers(() => users),
      'GET /auth/production/get_roles': () => ({ roles }),
      'PUT /auth/production/edit_user': new Refused(400, 'body.role_ids: there is no role 3'),
    })
    await chooseAction('Edit', 'sam@acme.example')
    await press('Assign Operator')
    await press('Take Support away')
    await saved()
    roles = ROLES.filter(({ role_id }) => role_id !== 3)
    await press('Save changes')
    await screen.findByText('Assigned (0)')
    await press('Save changes')
    await waitFor(() => expect(bodyOf(sent, 'PUT')).toMatchObject({ role_ids: [] }))
    users = [ADA]
    await press('Save changes')
    await screen.findByText(/^This has been deleted meanwhile/)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true)
  })
})

describe('a create', () => {
  const create = async (name: string) => {
    await press('Add New Role')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Role Name' }), name)
  }

  test('is checked 700 ms after the last key, and cannot be saved before', async () => {
    await open()
    await create('suppor')
    fireEvent.change(screen.getByRole('textbox', { name: 'Role Name' }), { target: { value: 'support' } })
    expect(screen.queryByText('Role Name Already Exists')).toBeNull()
    expect(screen.getByText('Checking what you typed')).toBeDefined()
    await screen.findAllByText('Role Name Already Exists')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create' }).disabled).toBe(true)
  })

  test('is refused if an action with another system name has the name', async () => {
    await open()
    await press('Add New Action')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Action Name' }), 'OPEN CHARTS')
    await screen.findAllByText('Action Name Already Exists')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create' }).disabled).toBe(true)
  })

  test('keeps the values after a failure, and sends the same idempotency key again', async () => {
    const keys: (string | undefined)[] = []
    await open({ 'POST /auth/production/create_role': new Refused(504, 'No answer') })
    const inner = globalThis.fetch
    vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
      const headers = init.headers as Record<string, string> | undefined
      if (address.endsWith('create_role')) keys.push(headers?.['idempotency-key'])
      return inner(address, init)
    })
    await create('Night Shift')
    await saved('Create')
    await press('Create')
    await waitFor(() =>
      expect(readToasts()).toMatchObject([{ message: 'Unable To Create Role', reason: 'No answer' }]),
    )
    await press('Create')
    await waitFor(() => expect(keys).toHaveLength(2))
    expect(keys[0]).toBe(keys[1])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Role Name' }).value).toBe('Night Shift')
  })
})

describe('roles by group', () => {
  const PAT = user(4, 'pat@acme.example', {
    role_ids: [2, 3],
    roles_display: ['Support', 'Operator'],
    hand_role_ids: [3],
    provider_role_ids: [2],
  })

  test('are locked in the form, and stay when roles are given by hand', async () => {
    const { sent } = await open({
      'GET /auth/production/get_users': answerUsers(() => [PAT]),
      'PUT /auth/production/edit_user': { user: PAT },
    })
    await screen.findByText('Support (by group), Operator')
    await chooseAction('Edit', 'pat@acme.example')
    const form = await dialog('Edit User')
    const locked = within(form).getByRole('group', { name: 'Roles from the sign-in provider' })
    within(locked).getByText('Support')
    expect(within(locked).queryByRole('button')).toBeNull()
    expect(within(form).queryByRole('button', { name: 'Take Support away' })).toBeNull()
    await press('Take Operator away')
    await saved()
    await press('Save changes')
    await waitFor(() =>
      expect(bodyOf(sent, 'PUT')).toMatchObject({ user_id: 4, role_ids: [2], hand_role_ids: [] }),
    )
  })

  test('says when a mapping takes effect, and edits it with its version and at least one role', async () => {
    const { sent } = await open({ 'PUT /api/group_mappings/': { mapping: OPS } })
    const tile = await screen.findByRole('region', { name: 'Roles by Group' })
    await within(tile).findByText(/A change here acts when a person signs in next\.$/)
    await chooseAction('Edit', '/ops')
    await press('Take Support away')
    await screen.findByText('Assign at least one role')
    await press('Assign Operator')
    await saved()
    await press('Save changes')
    await waitFor(() =>
      expect(bodyOf(sent, 'PUT')).toMatchObject({
        mapping_id: 5,
        group_name: '/ops',
        role_ids: [3],
        version: 3,
      }),
    )
  })

  test('says that the server has no groups claim, and refuses a second mapping of a group', async () => {
    await open({ 'GET /api/group_mappings/': { mappings: [OPS], groups_claim: null } })
    await screen.findByText(/^No group gives a role yet: .*\(OIDC_GROUPS_CLAIM\)\.$/)
    await press('Add New Group')
    await userEvent.type(await screen.findByRole('textbox', { name: /^Group/ }), '/ops')
    expect(await dialog('Create Group Mapping')).toBeTruthy()
    await screen.findAllByText('Group Already Exists')
  })

  test('are shown to administrators only', async () => {
    await open({ 'POST /api/get_user_id/': person(false, ['view_admin_users_tile', 'edit_user']) })
    await screen.findByRole('region', { name: 'User Management' })
    expect(screen.queryByRole('region', { name: 'Roles by Group' })).toBeNull()
  })
})

describe('a service token', () => {
  test('keeps the seconds of its expiry when it is renamed', async () => {
    const { sent } = await open({ 'PUT /api/service_tokens/': { token: TOKEN } })
    await chooseAction('Edit', 'monitoring')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Token Name' }), '2')
    await saved()
    await press('Save changes')
    await waitFor(() =>
      expect(bodyOf(sent, 'PUT')).toMatchObject({
        name: 'monitoring2',
        expires_date: TOKEN.expires_date,
        version: 'a',
      }),
    )
  })

  test('is selected if copying is refused, and not kept in the browser', async () => {
    await open({ 'POST /api/service_tokens/': { token: { ...TOKEN, token_id: 8 }, secret: 'the-secret' } })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await press('Add New Token')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Token Name' }), 'new')
    await userEvent.click(screen.getByRole('checkbox', { name: 'ingest:status' }))
    expect(sessionStorage.getItem('aviary-draft-admin-token-new')).toContain('new')
    await saved('Create')
    await press('Create')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Copy'))
    await press('Copy')
    await screen.findByText(/^The browser refused to copy/)
    expect(window.getSelection()?.toString()).toBe('the-secret')
    expect(JSON.stringify(sessionStorage)).not.toContain('the-secret')
    expect(sessionStorage.getItem('aviary-draft-admin-token-new')).toBeNull()
  })
})

describe('a session', () => {
  test('leads to the sign-in page when it has ended, without an error', async () => {
    const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    const log = vi.spyOn(console, 'error')
    await open({ 'POST /api/get_user_id/': new Refused(401, 'Sign in to go on') })
    await waitFor(() => expect(leave).toHaveBeenCalledWith(expect.stringMatching(/^\/login\?next=/)))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(log).not.toHaveBeenCalled()
  })

  test('of another person can be ended, and the focus stays in the page', async () => {
    let sessions = [SESSION]
    const { sent } = await open({
      'GET /api/sessions/': () => ({ sessions }),
      'DELETE /api/sessions/': () => {
        sessions = []
        return { ended: 1 }
      },
    })
    await press(/^End: sam@acme\.example/)
    await waitFor(() => expect(bodyOf(sent, 'DELETE')).toMatchObject({ session_id: SESSION.session_id }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^End: / })).toBeNull())
    expect(readToasts()).toMatchObject([{ message: 'The session has ended' }])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })
})
