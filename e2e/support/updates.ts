import { expect } from 'vitest'
import { openAs } from './visit.ts'
import { write } from './write.ts'

const ADA = 'ada.admin@acme.example'
const INES = 'ines.incident@acme.example'

/** Subscribes an address to P1 updates of Travel in eu2. */
export async function subscribeToUpdates(baseUrl: string, email: string, locale: string): Promise<void> {
  const { page } = await openAs('administrator', '/', { baseUrl })
  const typeId = await page.evaluate(async (address) => {
    const answer = await fetch(`/api/v4/get_user_subscriptions/?email=${address}`)
    const { subscriptionOptions } = await answer.json()
    return subscriptionOptions.P1.alert_types.find(({ name }: { name: string }) => name === 'Update').id
  }, ADA)
  const nothing = { services: [], data_centers: [], alert_types: [] }
  const P1 = { services: ['Travel'], data_centers: ['eu2'], alert_types: [typeId] }
  const subscriptions = { P1, P2: nothing, notifications: { data_centers: [], notification_types: [] } }
  const body = { email, locale, subscriptions }
  expect(await write(page, { method: 'POST', path: '/v4/subscribe/', person: ADA, body })).toBe(200)
}

/** Mails an update of an incident of Travel in eu2. */
export async function mailUpdate(baseUrl: string): Promise<void> {
  const { page } = await openAs('incident_manager', '/edit/OPI-1801', { baseUrl })
  const body = {
    ...{ jira_id: 'OPI-1801', priority_type: 'P1', message_type: 'Update', body: 'We look into it' },
    broadcast: 'Y',
    email_template_data: { current_status: 'Looking', next_update: '15:00 UTC' },
  }
  expect(await write(page, { method: 'POST', path: '/create_message/', person: INES, body })).toBe(200)
}
