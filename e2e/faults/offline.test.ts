import type { Locator, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { incident, ingest } from '../support/records.ts'
import type { Role } from '../support/role.ts'
import { openAs } from '../support/visit.ts'
import { write } from '../support/write.ts'

// The connection fails while a form is being saved: the typed text survives, even a reload, and is saved only
// once.

type Form = {
  what: string
  role: Role
  address: string | ((page: Page) => Promise<string>)
  /** Opens the form; omitted for a form that is a page. */
  open?: (page: Page) => Promise<void>
  fill: (form: Locator) => Promise<void>
  /** Whether the form contains the typed text. */
  typed: (form: Locator) => Promise<boolean>
  save: string
  /** Path of the request. */
  path: string
  /** The saved record, as the page shows it. */
  saved: (page: Page) => Locator
  /** Text by which a form says that its content is already saved, so that Save is not pressed again. */
  isDone?: string
  /** `to`: page that opens after a save; `from`: URL of the list, which the test then opens again. */
  leads?: { to: string; from: string }
  /** The save replaces a record, so each attempt has its own idempotency key. */
  replaces?: true
}

const PATIENTLY = { timeout: 60_000 }
const ADMIN = 'ada.admin@acme.example'
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const holds = (label: string, text: string) => async (form: Locator) =>
  (await form.getByLabel(label).inputValue()) === text
const rowOf = (name: RegExp) => (page: Page) => page.getByRole('row', { name })

const FORMS: Form[] = [
  {
    what: 'a message',
    role: 'incident_manager',
    address: '/edit/OPI-9606',
    open: press('Create message'),
    fill: async (form) => {
      await form.getByLabel('Body').fill('Half of what was typed')
      await form.getByLabel('Message type').selectOption('Update')
      await form.getByRole('radio', { name: 'No' }).check()
    },
    typed: holds('Body', 'Half of what was typed'),
    save: 'Post message',
    path: '/api/create_message/',
    saved: rowOf(/Half of what was typed/),
  },
  {
    what: 'a maintenance event',
    role: 'operator',
    address: '/maintenance_event?filter=Line+lost',
    open: press('Create event'),
    fill: async (form) => {
      await form.getByLabel('Title').fill('Line lost in the middle')
      await form.getByLabel('Start (Pacific time)').fill('2027-06-14T02:30')
      await form.getByRole('checkbox', { name: 'us2' }).check()
      await form.getByLabel('Flag').selectOption('Special')
    },
    typed: holds('Title', 'Line lost in the middle'),
    save: 'Create maintenance event',
    path: '/api/v2/maintenance_event',
    saved: rowOf(/Line lost in the middle/),
    leads: { to: '**/maintenance_event/review/*', from: '/maintenance_event?filter=Line+lost' },
  },
  {
    what: 'a template',
    role: 'incident_manager',
    address: '/template_management/message',
    open: press('Create Template'),
    fill: async (form) => {
      await form.getByLabel('Title').fill('Of a lost line')
      await form.getByLabel('Body').fill('The line is lost.')
      await form.getByLabel('Message type').selectOption('Update')
      await form.getByLabel('Affected service').selectOption('Expense')
    },
    typed: holds('Title', 'Of a lost line'),
    save: 'Create the template',
    path: '/api/templates',
    saved: rowOf(/Of a lost line/),
  },
  {
    what: 'subscriptions',
    role: 'administrator',
    address: '/subscriptions?email=lost.line%40example.com',
    fill: (form) => form.getByRole('button', { name: 'Select all: Notifications' }).click(),
    typed: async (form) => (await form.getByText('12 of 12 chosen').count()) === 1,
    save: 'Submit',
    path: '/api/v4/subscribe/',
    saved: (page) => page.getByRole('status').getByText('Nothing has been changed'),
    isDone: 'Nothing has been changed',
    replaces: true,
  },
  {
    what: 'a security email',
    role: 'administrator',
    address: newEmail,
    fill: async (form) => {
      await form.getByLabel('Company ID').fill('979001')
      await form.getByLabel('Subject').fill('Of a lost line')
      await form.getByRole('textbox', { name: 'Line 1: paragraph' }).fill('Dear customer')
    },
    typed: holds('Subject', 'Of a lost line'),
    save: 'Save',
    path: '/api/sec/emails/',
    saved: rowOf(/Of a lost line/),
  },
  {
    what: 'a person',
    role: 'administrator',
    address: '/administration',
    open: press('Add New User'),
    fill: (form) => form.getByRole('textbox', { name: 'Email' }).fill('lost.line@acme.example'),
    typed: async (form) =>
      (await form.getByRole('textbox', { name: 'Email' }).inputValue()) === 'lost.line@acme.example',
    save: 'Create',
    path: '/auth/production/',
    saved: rowOf(/lost\.line@acme\.example/),
    isDone: 'Email Already Exists',
  },
  {
    what: 'a role',
    role: 'administrator',
    address: '/administration',
    open: press('Add New Role'),
    fill: (form) => form.getByRole('textbox', { name: 'Role Name' }).fill('Lost Line'),
    typed: async (form) =>
      (await form.getByRole('textbox', { name: 'Role Name' }).inputValue()) === 'Lost Line',
    save: 'Create',
    path: '/auth/production/',
    saved: rowOf(/lost_line/),
    isDone: 'Name Already Exists',
  },
]

/** Creates a security incident with a comm; returns the composer's URL. */
async function newEmail(page: Page): Promise<string> {
  const post = async (path: string, body: object) =>
    expect(await write(page, { method: 'POST', path, person: ADMIN, body })).toBe(200)
  const read = (path: string) =>
    page.evaluate(async (address) => (await fetch(`/api${address}`)).json(), path)
  const title = 'Of a lost line'
  const start = { start_date: '2026-08-20T07:43:00-07:00' }
  await post('/sec/incidents/', { title, status: 'Open', description: 'Of a test', ...start })
  const { incidents } = (await read('/sec/incidents/')) as { incidents: { sec_id: number; title: string }[] }
  const secId = incidents.find((incident) => incident.title === title)?.sec_id
  await post('/sec/comms/', { sec_id: secId, description: 'To all', status: 'Draft', comm_type: 1 })
  const { comms } = (await read(`/sec/comms/?sec_id=${secId}`)) as { comms: { sec_comm_id: number }[] }
  return `/emails/${comms[0]?.sec_comm_id}`
}

test.each(FORMS)(
  '$what: nothing that was typed is lost with the line, and it is saved once',
  async (subject) => {
    if (subject.what === 'a message')
      await ingest('incidents', [incident('OPI-9606')], {
        url: inject('baseUrl'),
        token: inject('serviceToken'),
      })
    const { page, allow } = await openAs(
      subject.role,
      typeof subject.address === 'string' ? subject.address : '/',
    )
    allow(/ERR_|Failed to (load|fetch)|preload CSS|dynamically imported|could not be loaded|localStorage/)
    if (typeof subject.address !== 'string') {
      await page.goto(await subject.address(page))
      await page.getByRole('link', { name: 'Create Email' }).click()
    }
    await subject.open?.(page)
    const form = subject.open ? page.getByRole('dialog') : page.getByRole('main')
    const save = form.getByRole('button', { name: subject.save, exact: true })
    await subject.fill(form)

    // The first attempt fails before the server receives the request, the second before the answer arrives.
    const losses = ['before', 'after']
    const keys: (string | undefined)[] = []
    await page.route(
      ({ pathname }) => pathname.startsWith(subject.path),
      async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        keys.push(route.request().headers()['idempotency-key'])
        const loss = losses.shift()
        if (!loss) return route.continue()
        if (loss === 'after') expect((await route.fetch()).status()).toBe(200)
        await page.context().setOffline(true)
        await route.abort('internetdisconnected')
      },
    )
    await save.click()
    await page.getByText('The server cannot be reached').first().waitFor()
    await page
      .getByText(/^You are offline/)
      .first()
      .waitFor()
    await expect.poll(() => isDisabled(save), PATIENTLY).toBe(true)
    expect(await subject.typed(form)).toBe(true)
    const address = page.url()
    await page.reload().catch(() => undefined) // the server is unreachable
    await page.context().setOffline(false)
    await page.goto(address)
    await expect.poll(() => isDisabled(save), PATIENTLY).toBe(false)
    expect(await subject.typed(form)).toBe(true)

    await save.click()
    await page.getByText('The server cannot be reached').first().waitFor()
    expect(await subject.typed(form)).toBe(true)
    await page.context().setOffline(false)
    if (subject.isDone) await form.getByText(subject.isDone).first().waitFor()
    else await save.click()
    if (subject.leads) {
      await page.waitForURL(subject.leads.to)
      await page.goto(subject.leads.from)
    }
    await subject.saved(page).first().waitFor()
    await expect.poll(() => subject.saved(page).count()).toBe(1)
    expect(keys).toHaveLength(subject.isDone ? 2 : 3)
    if (!subject.replaces) expect(keys).toEqual(keys.map(() => expect.stringMatching(keys[0] ?? 'a key')))
  },
)

const isDisabled = async (button: Locator) =>
  (await button.isDisabled()) || (await button.getAttribute('aria-disabled')) === 'true'
