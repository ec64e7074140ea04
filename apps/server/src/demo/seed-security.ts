import { createSecurityEmail } from '@aviary/contract/security/email-endpoints'
import { createComm, createSecurityIncident } from '@aviary/contract/security/endpoints'
import { createImport } from '@aviary/contract/security/import-endpoints'
import { sendSecurityEmails } from '@aviary/contract/security/send-endpoints'
import { createSecurityUser } from '@aviary/contract/security/user-endpoints'
import type { Db } from '../database/open.ts'
import { listBroadcastsOfEmails, recordUnsent } from '../mail/public.ts'
import { type DemoCall, emailOf } from './demo-calls.ts'
import { ACCEPTED } from './seed-messages.ts'

const AUTHOR = emailOf('administrator')
const HOUR_MS = 60 * 60_000
/** Positions, in the list of demo companies, of the companies that get emails here. */
const [SENT, UNSENT, ...MERGED] = [10, 11, 12, 13, 14] as const
/** The last company of the mail merge has no contact. */
const WITH_CONTACT = [SENT, UNSENT, ...MERGED.slice(0, -1)]

type Company = { id: number; name: string }
type Parts = { companies: readonly Company[]; now: Date; call: DemoCall }

/**
 * Writes an invented security incident with a comm, as a person does. The comm has two emails, of which one
 * counts as sent, and a mail merge with emails that wait to be promoted.
 */
export async function seedDemoSecurity(db: Db, { companies, now, call }: Parts): Promise<void> {
  const hoursAgo = (hours: number) => ({ by: AUTHOR, at: new Date(now.getTime() - hours * HOUR_MS) })
  const companyAt = (place: number): Company => {
    const company = companies[place]
    if (!company) throw new Error(`There is no company ${place}`)
    return company
  }
  const { sec_id } = await call(createSecurityIncident, {
    ...hoursAgo(26),
    body: {
      title: 'Contact list sent to a wrong address',
      status: 'Open',
      description: 'Generated: contacts of some customers went to another customer, who has deleted them.',
      start_date: new Date(now.getTime() - 27 * HOUR_MS).toISOString(),
    },
  })
  const { sec_comm_id } = await call(createComm, {
    ...hoursAgo(25),
    body: {
      sec_id,
      status: 'In Progress',
      description: 'First notice to customers (generated)',
      comm_type: 1,
    },
  })
  for (const place of WITH_CONTACT)
    await call(createSecurityUser, {
      ...hoursAgo(24),
      body: { company_id: companyAt(place).id, email: `security@customer-${place}.example`, active: 'Y' },
    })
  const writeTo = (place: number) =>
    call(createSecurityEmail, {
      ...hoursAgo(23),
      body: {
        sec_comm_id,
        company_id: companyAt(place).id,
        subject: `Notice for ${companyAt(place).name}`,
        body: `<p>Dear ${companyAt(place).name},</p>${NOTICE}`,
      },
    })
  const { id } = await writeTo(SENT)
  await writeTo(UNSENT)
  const sent = hoursAgo(22)
  await call(sendSecurityEmails, { ...sent, body: { email_ids: [id] } })
  const broadcasts = [...(await listBroadcastsOfEmails(db, [id])).values()]
  await recordUnsent(db, broadcasts, { at: sent.at, accepted: ACCEPTED, refusalOf: () => undefined })

  const rows = MERGED.map(companyAt).map(
    ({ id: companyId, name }) => `${companyId},Notice for {{name}},"<p>Dear {{name}},</p>${NOTICE}",${name}`,
  )
  await call(createImport, {
    ...hoursAgo(2),
    body: {
      ...{ sec_id, sec_comm_id },
      title: 'Further customers (generated)',
      filename: 'generated-notice.csv',
      data: ['company_id,subject,body,name', ...rows].join('\n'),
    },
  })
}

const NOTICE =
  '<p>A list with names and mail addresses of your contacts was sent to a wrong address. It was deleted there.</p>'
