import type { ChatAccount } from '@aviary/contract/chat/endpoints'
import { MOST_CHAT_ACCOUNTS } from '@aviary/contract/chat/rules'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { press } from '../../../testing/press.ts'
import { type Answers, Refused, renderPage, type Sent } from '../../../testing/render.tsx'
import { exactTimesIn } from '../../../testing/row.ts'
import { closeAllToasts, readToasts } from '../../ui/toast-store.ts'
import { SessionsPage } from './SessionsPage.tsx'

const account = (account_id: number, name: string, changes: Partial<ChatAccount> = {}): ChatAccount => ({
  ...{ account_id, chat: 'slack', name, team: 'T0ACME' },
  linked_date: '2026-08-20T12:00:00.000Z',
  expires_date: '2026-11-18T12:00:00.000Z',
  ...changes,
})
const ADA = account(1, 'ada')

/** What the server knows of the person's chat accounts. */
let accounts: ChatAccount[]
let isSlackOn: boolean
let codes: number

const open = (changed: Answers = {}) =>
  renderPage(
    <StrictMode>
      <main tabIndex={-1}>
        <SessionsPage />
      </main>
    </StrictMode>,
    {
      'GET /api/sessions/': { sessions: [] },
      'GET /api/chat/accounts/': () => ({ accounts, is_slack_on: isSlackOn }),
      'POST /api/chat/codes/': () => {
        codes += 1
        return { code: `ABCDEFG${codes}`, expires_date: '2026-08-20T12:10:00.000Z' }
      },
      'DELETE /api/chat/accounts/': ({ body }: Sent) => {
        const { account_id } = body as ChatAccount
        accounts = accounts.filter((linked) => linked.account_id !== account_id)
        return { account_id }
      },
      ...changed,
    },
  )
type Opened = Awaited<ReturnType<typeof open>>

const tile = () => screen.findByRole('region', { name: 'Chat accounts' })
const noTile = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Chat accounts' })).toBeNull())
const dialog = () => screen.findByRole('dialog', { name: 'Link a chat account' })
const add = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Link a chat account' })
/** A change that the server pushes. */
const push = ({ client }: Opened) => client.invalidateQueries({ queryKey: ['rights'] })
const listed = ({ client }: Opened) =>
  waitFor(() => expect(client.getQueryState(['rights', 'chats'])?.status).toBe('success'))
const callsTo = (path: string, { sent }: Opened) =>
  sent.filter(({ method, url }) => `${method} ${url.pathname}` === path)

beforeEach(() => {
  accounts = []
  isSlackOn = true
  codes = 0
  closeAllToasts()
})
afterEach(() => vi.restoreAllMocks())

test('without Slack the tile stands only as long as an account is linked, and offers no further one', async () => {
  isSlackOn = false
  const page = await open()
  await listed(page)
  await noTile()
  accounts = [ADA]
  await push(page)
  await within(await tile()).findByText('ada')
  expect(screen.queryByRole('button', { name: 'Link a chat account' })).toBeNull()
  await press('End the link: ada')
  await noTile()
})

test('the tile lists each account with its chat, its workspace, when it was linked and when that ends', async () => {
  accounts = [ADA, account(2, 'ben', { team: 'T0OTHER' })]
  await open()
  const table = within(await within(await tile()).findByRole('table'))
  const row = (await table.findByText('ben')).closest('tr')
  expect(row?.textContent).toContain('ben Slack')
  expect(row?.textContent).toContain('T0OTHER')
  expect(exactTimesIn(row ?? undefined)).toEqual(['Aug 20, 2026, 12:00 UTC', 'Nov 18, 2026, 12:00 UTC'])
  expect((await tile()).textContent).toContain('is done in your name, with your rights')
})

test('a press makes one code, and the whole command can be copied', async () => {
  const page = await open()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await userEvent.dblClick(await add())
  await within(await dialog()).findByText('/aviary link ABCDEFG1')
  expect((await dialog()).textContent).toContain('within 10 minutes')
  await press('Copy')
  await screen.findByRole('button', { name: 'Copied' })
  expect(write).toHaveBeenCalledWith('/aviary link ABCDEFG1')
  expect(callsTo('POST /api/chat/codes/', page)).toHaveLength(1)

  await press('Done')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Link a chat account')
  await within(await dialog()).findByText('/aviary link ABCDEFG2')
  expect(screen.queryByText('/aviary link ABCDEFG1')).toBeNull()
})

test('the list and the dialog show an account once it is linked', async () => {
  accounts = [ADA]
  const page = await open()
  await press('Link a chat account')
  const shown = within(await dialog())
  await shown.findByText('/aviary link ABCDEFG1')
  await push(page)
  expect(shown.getByRole('status').textContent).toBe(
    'As soon as the account is linked, its name appears here.',
  )
  accounts = [ADA, account(2, 'ben')]
  await push(page)
  await waitFor(() => expect(shown.getByRole('status').textContent).toBe('Linked: ben'))
  await press('Done')
  await within(await tile()).findByText('ben')
})

test('an account that is linked once more counts as linked', async () => {
  accounts = [ADA]
  const page = await open()
  await press('Link a chat account')
  await within(await dialog()).findByText('/aviary link ABCDEFG1')
  accounts = [account(1, 'ada', { linked_date: '2026-08-20T12:05:00.000Z' })]
  await push(page)
  await within(await dialog()).findByText('Linked: ada')
})

test('a link can be ended', async () => {
  accounts = [ADA, account(2, 'ben')]
  const page = await open()
  await press('End the link: ada')
  await waitFor(() => expect(screen.queryByText('ada')).toBeNull())
  await within(await tile()).findByText('ben')
  expect(callsTo('DELETE /api/chat/accounts/', page)).toMatchObject([{ body: { account_id: 1 } }])
  expect(readToasts()).toMatchObject([{ message: 'The link has ended' }])
})

test('a link that could not be ended stays, with the reason', async () => {
  accounts = [ADA]
  await open({ 'DELETE /api/chat/accounts/': new Refused(404, 'There is no such link; it may have ended') })
  await press('End the link: ada')
  await waitFor(() =>
    expect(readToasts()).toMatchObject([
      { message: 'Unable to end the link', reason: 'There is no such link; it may have ended' },
    ]),
  )
  await within(await tile()).findByText('ada')
})

test('a code that could not be made shows the reason and can be tried again', async () => {
  let answer: unknown = new Refused(429, 'Too many calls: wait a minute')
  await open({ 'POST /api/chat/codes/': () => answer })
  await press('Link a chat account')
  const alert = await within(await dialog()).findByRole('alert')
  expect(alert.textContent).toContain('The code could not be created')
  expect(alert.textContent).toContain('Too many calls: wait a minute')
  answer = { code: 'HJKLMNPQ', expires_date: '2026-08-20T12:10:00.000Z' }
  await press('Try again')
  await within(await dialog()).findByText('/aviary link HJKLMNPQ')
})

test('a list that could not be loaded shows the reason and can be tried again', async () => {
  let answer: unknown = new Refused(403, 'Not now')
  await open({ 'GET /api/chat/accounts/': () => answer })
  await within(await tile()).findByText('Not now')
  expect(screen.queryByRole('button', { name: 'Link a chat account' })).toBeNull()
  answer = { accounts: [ADA], is_slack_on: true }
  await press('Try again')
  await within(await tile()).findByText('ada')
  await add()
})

test('offline nothing can be linked or ended', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  accounts = [ADA]
  await open()
  const buttons = [await add(), await screen.findByRole('button', { name: 'End the link: ada' })]
  for (const { title } of buttons) expect(title).toContain('You are offline')
})

test('with as many accounts as are allowed no further one can be linked', async () => {
  accounts = Array.from({ length: MOST_CHAT_ACCOUNTS }, (_, id) => account(id + 1, `account${id}`))
  await open()
  await within(await tile()).findByText('account0')
  const { disabled, title } = await add()
  expect({ disabled, title }).toEqual({
    disabled: true,
    title: `At most ${MOST_CHAT_ACCOUNTS} chat accounts can be linked: end a link first`,
  })
})
