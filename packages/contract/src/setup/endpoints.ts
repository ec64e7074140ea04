import { z } from 'zod'
import { signedIn } from '../access.ts'
import { endpoint, write } from '../endpoint.ts'
import { screens } from '../screens.ts'
import { systemKey } from '../wire.ts'

const { access } = screens.administration
const count = z.number().int()
const lastDate = z.string().nullable()
const done = z.boolean()

const source = z.object({
  url: z.string().describe('Where the source sends.'),
  secret_in: z
    .enum(['setting', 'file', 'token'])
    .nullable()
    .describe(
      'Where the secret is that proves the sender: a setting, a file in DATA_DIR, a service token; null without any.',
    ),
  last_taken_date: lastDate.describe('When something of it was last stored.'),
  refused: count.describe('Records that were refused for an unknown name.'),
  refused_kinds: z.array(z.string()).describe('Kinds of these names: service, data center, severity.'),
})
export type SetupSource = z.infer<typeof source>

const steps = z.object({
  administrator: z.object({ done, administrators: count.describe('People who may do everything.') }),
  reference: z.object({ done, services: count, data_centers: count }),
  sources: z.object({
    done: done.describe('A status, an alert or an incident has come in.'),
    jira: source,
    alertmanager: source,
    github: source,
    api: source,
  }),
  mail: z.object({
    done: done.describe('A mail server has accepted a mail.'),
    is_configured: z.boolean().describe('Whether SMTP_URL is set.'),
    sender: z.string(),
    accepted_date: lastDate.describe('When a mail server last accepted a test mail.'),
  }),
  people: z.object({
    done,
    sign_in: z.enum(['demo', 'provider']),
    people: count.describe('People with a role.'),
    mapped_groups: count.describe('Groups of the sign-in provider that give roles.'),
  }),
})
export type SetupSteps = z.infer<typeof steps>

const state = z.enum(['open', 'done'])

export const getSetup = endpoint({
  method: 'GET',
  path: '/get_setup/',
  summary: 'Whether the installation is set up, and who does it',
  access: signedIn,
  answer: z.object({
    state: state.describe('`done` once every step is done, the list was hidden, or the data are demo data.'),
    administrators: z
      .array(z.string())
      .max(3)
      .describe('The first of those who do it; none once it is done.'),
    steps: steps.optional().describe('For people who may open administration, while it is open.'),
  }),
})

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/send_test_mail/',
  summary: "Mails the caller, and nobody else, and waits for the mail server's answer",
  access,
  audits: 'Send Test Mail',
  body: write({
    locale: systemKey.optional().describe('Language of the mail; English by default.'),
  }),
  answer: z.object({ sent_to: z.string(), accepted_at: z.string() }),
})

export const hideSetup = endpoint({
  method: 'POST',
  path: '/hide_setup/',
  summary: 'Hides the list of what is left to set up, for everybody and for good',
  access,
  audits: 'Hide Setup',
  body: write({}),
  answer: z.object({ state }),
})
