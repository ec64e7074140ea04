import { BlockList } from 'node:net'
import path from 'node:path'
import { emailAddress } from '@aviary/contract/wire'
import { z } from 'zod'
import { parseNetworks } from './channels/public.ts'
import {
  base,
  commaList,
  count,
  databaseAddress,
  dkimKey,
  dnsName,
  drainSeconds,
  link,
  oneOf,
  port,
  site,
  text,
  yesOrNo,
} from './config-values.ts'
import * as jiraSettings from './jira-settings.ts'
import { domainOfSender } from './mail/sender-domain.ts'
import * as retentionSettings from './retention-settings.ts'
import * as statusPage from './status-page-places.ts'
import * as traceSettings from './trace-settings.ts'

const environment = z.object({
  NODE_ENV: oneOf(['production', 'development', 'test']).default('development'),
  PORT: port.default(8080),
  HOST: text('use a host name or an address to listen on').default('localhost'),
  DATA_DIR: text('use the path of a folder').default('data'),
  DATABASE_URL: databaseAddress.optional(),
  PUBLIC_URL: site.optional(),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  PROVIDER_NAME: text('use a name').max(100, 'use at most 100 characters').default('Acme'),
  PRODUCT_KEY: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,30}$/, 'use 2 to 31 lower-case letters and digits')
    .default('acme'),
  ISSUE_TRACKER_LINK: z
    .string()
    .refine(
      (address) => address.includes('{id}') && /^https?:/.test(address) && URL.canParse(address),
      'use an address with {id} in it, such as https://tracker.example/browse/{id}',
    )
    .optional(),
  STATUS_SITE: link.optional(),
  MCP: z.enum(['on', 'off'], 'use on or off').default('off'),
  PUBLIC_STATUS: statusPage.publicStatusPlaces.default([]),
  PUBLIC_SUBSCRIBE: yesOrNo.default(true),
  CUSTOMER_SITE: site.optional(),
  ...statusPage.storage,
  FAQ_LINK: link.optional(),
  HELP_LINK: link.optional(),
  OIDC_ISSUER: link.optional(),
  OIDC_CLIENT_ID: text('use what the provider calls this client').optional(),
  OIDC_CLIENT_SECRET: text('use what the provider gave out').optional(),
  OIDC_SCOPES: z
    .string()
    .transform((scopes) => scopes.split(/\s+/).filter(Boolean))
    .refine(
      (scopes) => scopes.includes('openid') && scopes.includes('email'),
      'use scopes by blank, openid and email among them, such as openid email groups',
    )
    .default(['openid', 'email']),
  OIDC_GROUPS_CLAIM: text('use the name of a claim, such as groups')
    .max(300, 'use at most 300 characters')
    .optional(),
  OIDC_EMAIL_TRUSTED: yesOrNo.default(false),
  ADMINISTRATORS: commaList
    .refine(
      (emails) => emails.every((email) => emailAddress.safeParse(email).success),
      'use e-mail addresses by comma, such as ada@example.com,bo@example.com',
    )
    .default([]),
  ...jiraSettings.jira,
  GITHUB_WEBHOOK_SECRET: z.string().min(16, 'use at least 16 characters').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'use an address such as smtp://user:password@host:587' })
    .optional(),
  SMTP_TLS: oneOf(['required', 'optional', 'off']).optional(),
  SMTP_CONNECTIONS: count.min(1, 'use 1 to 50').max(50, 'use 1 to 50').default(5),
  SMTP_RATE: count.default(0),
  MAIL_SENDER: z
    .string()
    .regex(/^([^<>@]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'use Name <address> or an address')
    .default('Acme Status <status@acme.example>'),
  MAIL_DKIM_KEY_FILE: dkimKey.optional(),
  MAIL_DKIM_SELECTOR: dnsName('use the name of a DNS record, such as aviary').optional(),
  MAIL_DKIM_DOMAIN: dnsName('use a domain in ASCII, such as acme.example').optional(),
  BOUNCE_ADDRESS: emailAddress
    .refine(
      (address) => /^[^+@]{1,31}@/.test(address),
      'use an address with at most 31 characters before the @, and without +',
    )
    .optional(),
  BOUNCE_LISTEN: z
    .string()
    .regex(/^(\[[0-9a-fA-F:]+\]|[^:\s]+):\d{1,5}$/, 'use host:port, such as 127.0.0.1:2525')
    .optional(),
  INTERNAL_MAIL_DOMAINS: commaList.default(['acme.example']),
  SECRETS_KEY: commaList
    .refine(
      (keys) => keys.every((key) => key.length >= 32),
      'use at least 32 characters; while changing it: new,old',
    )
    .default([]),
  CHANNEL_ALLOWED_NETWORKS: commaList
    .refine(
      (names) => parseNetworks(names) !== undefined,
      'use networks by comma, such as 10.1.0.0/16,fd00::/8',
    )
    .default([]),
  CHANNEL_PORTS: commaList
    .refine(
      (ports) => ports.every((text) => port.safeParse(text).success),
      'use ports by comma, such as 8443,9443',
    )
    .default([]),
  SLACK_SIGNING_SECRET: z.string().min(16, 'use what Slack shows under Basic Information').optional(),
  SLACK_BOT_TOKEN: z
    .string()
    .startsWith('xoxb-', 'use the token of the bot, which begins with xoxb-')
    .optional(),
  SLACK_REACTION: z
    .string()
    .regex(/^[a-z0-9_+-]{1,100}$/, 'use the name of a reaction without colons, such as pushpin')
    .default('pushpin'),
  SLACK_API_URL: base.default('https://slack.com/api'),
  PAGERDUTY_EVENTS_URL: base.default('https://events.pagerduty.com'),
  TRANSLATE_URL: base.optional(),
  TRANSLATE_API_KEY: text('use what the translation service gave out').optional(),
  AUDIT_RETENTION_DAYS: z.coerce
    .number('use a whole number of days')
    .int('use a whole number of days')
    .min(30, 'use at least 30 days')
    .max(36_500, 'use at most 36500 days')
    .optional(),
  ...retentionSettings.retention,
  AUDIT_ARCHIVE_DIR: text('use the path of a folder').optional(),
  SEED_DEMO: yesOrNo.optional(),
  WEB_DIR: text('use the path of a folder').optional(),
  TRUST_PROXY: yesOrNo.default(false),
  DRAIN_SECONDS: drainSeconds.default(0),
  ...traceSettings.traces,
})
type Given = Record<string, string | undefined>

/** Faults of variables that contradict or need each other. */
function faultsTogether(given: Given): string[] {
  const faults: string[] = []
  if (given.OIDC_ISSUER && !given.OIDC_CLIENT_ID)
    faults.push('OIDC_CLIENT_ID: is needed when OIDC_ISSUER is set')
  if (given.OIDC_CLIENT_ID && !given.OIDC_ISSUER)
    faults.push('OIDC_ISSUER: is needed when OIDC_CLIENT_ID is set')
  if (given.SMTP_TLS === 'off' && given.SMTP_URL?.startsWith('smtps:'))
    faults.push('SMTP_TLS: off contradicts smtps:// in SMTP_URL, which is always encrypted')
  if (given.OIDC_GROUPS_CLAIM && !given.OIDC_ISSUER)
    faults.push('OIDC_ISSUER: is needed when OIDC_GROUPS_CLAIM is set')
  if (given.BOUNCE_LISTEN && !given.BOUNCE_ADDRESS)
    faults.push('BOUNCE_ADDRESS: is needed when BOUNCE_LISTEN is set')
  faults.push(...statusPage.storageFaults(given), ...jiraSettings.trackerFaults(given))
  if (given.MAIL_DKIM_KEY_FILE && !given.MAIL_DKIM_SELECTOR)
    faults.push('MAIL_DKIM_SELECTOR: is needed when MAIL_DKIM_KEY_FILE is set')
  for (const name of ['MAIL_DKIM_SELECTOR', 'MAIL_DKIM_DOMAIN'])
    if (given[name] && !given.MAIL_DKIM_KEY_FILE)
      faults.push(`MAIL_DKIM_KEY_FILE: is needed when ${name} is set`)
  if (given.TRANSLATE_API_KEY && !given.TRANSLATE_URL)
    faults.push('TRANSLATE_URL: is needed when TRANSLATE_API_KEY is set')
  if (given.NODE_ENV === 'production' && !given.OIDC_ISSUER && !given.OIDC_CLIENT_ID) {
    faults.push(
      'OIDC_ISSUER: is needed when NODE_ENV=production: the demo sign-in lets anybody in and does not start there',
    )
  }
  return faults
}

export type Config = ReturnType<typeof readConfig>

/** The message has one line per fault, which says how to mend the fault. */
export class InvalidConfig extends Error {}

/** Reads the environment into one validated object. An empty variable counts as not set. */
export function readConfig(source: Given = process.env) {
  const given: Given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  const single = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  const faults = [...single, ...faultsTogether(given)]
  if (!parsed.success || faults.length > 0) {
    throw new InvalidConfig(['The configuration is not valid:', ...faults].join('\n  '))
  }
  const settings = parsed.data
  const tracker = jiraSettings.readTracker(settings)
  return {
    isProduction: settings.NODE_ENV === 'production',
    port: settings.PORT,
    host: settings.HOST,
    dataDir: path.resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    publicUrl: settings.PUBLIC_URL?.replace(/\/$/, ''),
    logLevel: settings.LOG_LEVEL,
    trustProxy: settings.TRUST_PROXY,
    drainMs: settings.DRAIN_SECONDS * 1000,
    webDir: settings.WEB_DIR,
    seedsDemo: settings.SEED_DEMO,
    providerName: settings.PROVIDER_NAME,
    productKey: settings.PRODUCT_KEY,
    links: {
      issueTracker: settings.ISSUE_TRACKER_LINK ?? `${tracker?.url ?? 'https://tracker.example'}/browse/{id}`,
      statusSite: settings.STATUS_SITE ?? 'https://status.example',
      faq: settings.FAQ_LINK,
      help: settings.HELP_LINK,
    },
    /** Where anybody can read the status. */
    statusPage: {
      ...statusPage.readStatusPlaces(settings.PUBLIC_STATUS),
      /** Whether strangers may subscribe to mails there. */
      takesSubscribers: settings.PUBLIC_SUBSCRIBE,
    },
    /** Where customers reach their pages, without a slash at its end; undefined if there are none. */
    customerSite: settings.CUSTOMER_SITE?.replace(/\/$/, ''),
    /** Whether assistants may read at `/mcp`. */
    hasAssistant: settings.MCP === 'on',
    s3: statusPage.readStorage(settings),
    mail: {
      smtpUrl: settings.SMTP_URL,
      /** If undefined, TLS is required when the URL has a password, and optional otherwise. */
      smtpTls: settings.SMTP_TLS,
      connections: settings.SMTP_CONNECTIONS,
      rate: settings.SMTP_RATE,
      /** Public status page that mails to people outside link to; undefined if there is none. */
      statusSite: settings.STATUS_SITE,
      sender: settings.MAIL_SENDER,
      /** Signs mails here; undefined if the mail server signs them, or nobody. */
      dkim: settings.MAIL_DKIM_KEY_FILE && {
        domain: settings.MAIL_DKIM_DOMAIN ?? domainOfSender(settings.MAIL_SENDER),
        selector: settings.MAIL_DKIM_SELECTOR ?? '',
        key: settings.MAIL_DKIM_KEY_FILE,
      },
      bounceAddress: settings.BOUNCE_ADDRESS,
      /** Host and port on which this process receives reports of undelivered mails by SMTP. */
      bounceListen: settings.BOUNCE_LISTEN,
      internalDomains: settings.INTERNAL_MAIL_DOMAINS.map((domain) => domain.toLowerCase()),
    },
    /** Keys that encrypt addresses and secrets of channels; the first one is used for new ones. */
    secretsKeys: settings.SECRETS_KEY,
    channels: {
      /** Inner networks whose receivers channels may post to. */
      networks: parseNetworks(settings.CHANNEL_ALLOWED_NETWORKS) ?? new BlockList(),
      ports: new Set([443, ...settings.CHANNEL_PORTS.map(Number)]),
      slackUrl: settings.SLACK_API_URL.replace(/\/+$/, ''),
      pagerDutyUrl: settings.PAGERDUTY_EVENTS_URL.replace(/\/+$/, ''),
    },
    translate: settings.TRANSLATE_URL
      ? { url: settings.TRANSLATE_URL.replace(/\/+$/, ''), apiKey: settings.TRANSLATE_API_KEY }
      : undefined,
    oidc: settings.OIDC_ISSUER
      ? {
          issuer: settings.OIDC_ISSUER,
          clientId: settings.OIDC_CLIENT_ID ?? '',
          clientSecret: settings.OIDC_CLIENT_SECRET,
          scopes: settings.OIDC_SCOPES,
          /** Claim with the person's groups, in the ID token or userinfo; undefined if there is none. */
          groupsClaim: settings.OIDC_GROUPS_CLAIM,
          /** Whether addresses count as verified when the provider does not say. */
          isEmailTrusted: settings.OIDC_EMAIL_TRUSTED,
        }
      : undefined,
    /** Email addresses whose owners become administrators at sign-in, in lower case. */
    administrators: settings.ADMINISTRATORS.map((email) => email.toLowerCase()),
    jira: jiraSettings.readJira(settings),
    tracker,
    github: { secret: settings.GITHUB_WEBHOOK_SECRET },
    /** Without a secret no command of Slack is taken. */
    slack: {
      signingSecret: settings.SLACK_SIGNING_SECRET,
      /** Reads messages that a reaction takes into the story; without it none is taken. */
      botToken: settings.SLACK_BOT_TOKEN,
      reaction: settings.SLACK_REACTION,
    },
    /** Undefined if nobody collects spans. */
    traces: traceSettings.readTraces(settings),
    /** Days before old rows are deleted, by kind; undefined keeps them for good. */
    retention: retentionSettings.readRetention(settings),
    audit: {
      /** Days before audit rows are archived; undefined keeps them for ever. */
      retentionDays: settings.AUDIT_RETENTION_DAYS,
      archiveDir: path.resolve(settings.AUDIT_ARCHIVE_DIR ?? path.join(settings.DATA_DIR, 'audit-archive')),
    },
  }
}

/** Reads the environment with overrides, as from a command line. */
export const readConfigWith = (overrides: Record<string, string>): Config =>
  readConfig({ ...process.env, ...overrides })
