import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ed25519Key, rsaKey } from '../testing/dkim.ts'
import { InvalidConfig, readConfig } from './config.ts'

/** Lines of the error that an invalid configuration causes. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof InvalidConfig) return error.message.split('\n').slice(1)
    throw error
  }
  return []
}

test('every variable has a default', () => {
  expect(readConfig({})).toMatchObject({
    isProduction: false,
    port: 8080,
    host: 'localhost',
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    publicUrl: undefined,
    logLevel: 'info',
    trustProxy: false,
    providerName: 'Acme',
    productKey: 'acme',
    oidc: undefined,
  })
})

test('variables are read, an empty one counts as not set, and the public URL loses its trailing slash', () => {
  const config = readConfig({
    PORT: '9090',
    HOST: '',
    PUBLIC_URL: 'https://aviary.example/',
    OIDC_ISSUER: 'https://sign-in.example/realms/acme',
    OIDC_CLIENT_ID: 'aviary',
    JIRA_PROJECTS: 'OPI, SEC ,',
    TRUST_PROXY: 'true',
    SEED_DEMO: 'false',
  })
  expect(config).toMatchObject({
    port: 9090,
    host: 'localhost',
    publicUrl: 'https://aviary.example',
    oidc: { issuer: 'https://sign-in.example/realms/acme', clientId: 'aviary', clientSecret: undefined },
    jira: { projects: ['OPI', 'SEC'] },
    trustProxy: true,
    seedsDemo: false,
  })
})

describe('a fault is one line that names the variable and how to mend it', () => {
  test.each([
    ['NODE_ENV', 'prod', 'use one of production, development, test'],
    ['PORT', 'eighty', 'use a number from 1 to 65535'],
    ['PORT', '65536', 'use a number from 1 to 65535'],
    ['PORT', '0', 'use a number from 1 to 65535'],
    ['PORT', '80.5', 'use a number from 1 to 65535'],
    ['HOST', ' ', 'use a host name or an address to listen on'],
    ['DATA_DIR', ' ', 'use the path of a folder'],
    ['DATABASE_URL', 'mysql://a:b@c/d', 'use an address such as postgresql://user:password@host:5432/aviary'],
    ['DATABASE_URL', 'localhost', 'use an address such as postgresql://user:password@host:5432/aviary'],
    ['DATABASE_URL', 'postgres://a@b:99999/c', 'port: use a number from 1 to 65535'],
    ['DATABASE_URL', 'postgres://a@b,c:99999/d', 'port: use a number from 1 to 65535'],
    ['DATABASE_URL', 'postgres://a:%ff@b/c', 'use an address such as'],
    ['DATABASE_URL', 'postgres://a@%ff/c', 'use an address such as'],
    ['DATABASE_URL', 'postgres://a@b/c?sslrootcert=/nowhere.pem', '/nowhere.pem cannot be read (ENOENT)'],
    ['PUBLIC_URL', 'aviary.example', 'use scheme, host and port only'],
    ['PUBLIC_URL', 'https://acme.example/aviary', 'use scheme, host and port only'],
    ['PUBLIC_URL', 'https://acme.example/?a', 'use scheme, host and port only'],
    ['LOG_LEVEL', 'loud', 'use one of trace, debug, info, warn, error, fatal, silent'],
    ['PROVIDER_NAME', ' ', 'use a name'],
    ['PROVIDER_NAME', 'x'.repeat(101), 'use at most 100 characters'],
    ['PRODUCT_KEY', 'Acme Travel', 'use 2 to 31 lower-case letters and digits'],
    ['ISSUE_TRACKER_LINK', 'https://tracker.example/', 'use an address with {id} in it'],
    ['ISSUE_TRACKER_LINK', 'javascript:{id}', 'use an address with {id} in it'],
    ['STATUS_SITE', 'status', 'use an address such as'],
    ['FAQ_LINK', 'ftp://wiki.example', 'use an address such as'],
    ['HELP_LINK', 'javascript:alert(1)', 'use an address such as'],
    ['OIDC_ISSUER', 'sign-in.example', 'use an address such as'],
    ['JIRA_WEBHOOK_SECRET', 'too short', 'use at least 16 characters'],
    ['JIRA_URL', 'https://jira.example/?a', 'use scheme, host and path only'],
    ['JIRA_TOKEN', 'two words', 'use what Jira gave out'],
    ['FOLLOW_UP_PROJECT', 'ops', 'use the key of a project, such as OPS'],
    ['FOLLOW_UP_TYPE', ' ', 'use the name of an issue type, such as Task'],
    ['GITHUB_WEBHOOK_SECRET', 'too short', 'use at least 16 characters'],
    ['SEED_DEMO', 'perhaps', 'use true or false'],
    ['WEB_DIR', ' ', 'use the path of a folder'],
    ['SMTP_TLS', 'yes', 'use one of required, optional, off'],
    ['SMTP_TLS', 'off', 'off contradicts smtps://'],
    ['TRUST_PROXY', 'perhaps', 'use true or false'],
    ['TRANSLATE_URL', 'translate.example', 'use scheme, host and path only, such as'],
    ['TRANSLATE_URL', 'ftp://translate.example', 'use scheme, host and path only, such as'],
    ['TRANSLATE_URL', 'https://a:hunter2@translate.example', 'use scheme, host and path only, such as'],
    ['TRANSLATE_URL', 'https://translate.example/?q=a', 'use scheme, host and path only, such as'],
    ['TRANSLATE_API_KEY', ' ', 'use what the translation service gave out'],
    ['AUDIT_RETENTION_DAYS', '29', 'use at least 30 days'],
    ['AUDIT_RETENTION_DAYS', '90.5', 'use a whole number of days'],
    ['AUDIT_RETENTION_DAYS', 'a year', 'use a whole number of days'],
    ['AUDIT_ARCHIVE_DIR', ' ', 'use the path of a folder'],
  ])('%s=%s', (name, value, mend) => {
    const tracker = { JIRA_URL: 'https://jira.example', JIRA_TOKEN: 'x', FOLLOW_UP_PROJECT: 'OPS' }
    const others: Record<string, Record<string, string>> = {
      ...{ JIRA_URL: tracker, JIRA_TOKEN: tracker, FOLLOW_UP_PROJECT: tracker, FOLLOW_UP_TYPE: tracker },
      OIDC_ISSUER: { OIDC_CLIENT_ID: 'aviary' },
      SMTP_TLS: { SMTP_URL: 'smtps://mail.example' },
      TRANSLATE_API_KEY: { TRANSLATE_URL: 'https://translate.example' },
    }
    const faults = faultsOf({ ...others[name], [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(`${name}: ${mend}`)
  })

  test('all faults are reported at once', () => {
    expect(faultsOf({ NODE_ENV: 'production', PORT: 'x', LOG_LEVEL: 'x' })).toHaveLength(3)
  })

  test('no line of a fault repeats the value, which may be a secret', () => {
    const environment = { DATABASE_URL: 'mysql://aviary:hunter2@db/x', JIRA_WEBHOOK_SECRET: 'hunter2' }
    expect(faultsOf(environment).join()).not.toContain('hunter2')
  })
})

describe('a key that signs mails', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-keys-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const pem = (key: KeyObject, more: object = {}) => {
    const file = path.join(folder, randomUUID())
    writeFileSync(file, key.export({ type: 'pkcs8', format: 'pem', ...more }))
    return file
  }
  const faultsOfKey = (MAIL_DKIM_KEY_FILE: string) =>
    faultsOf({ MAIL_DKIM_KEY_FILE, MAIL_DKIM_SELECTOR: 'aviary' }).map((fault) =>
      fault.replace(MAIL_DKIM_KEY_FILE, 'FILE'),
    )
  const dkimOfConfig = (environment: Record<string, string>) => readConfig(environment).mail.dkim

  test('needs a selector, and signs for the domain of the sender unless another is set', () => {
    expect(dkimOfConfig({})).toBeUndefined()
    const file = { MAIL_DKIM_KEY_FILE: pem(rsaKey()), MAIL_SENDER: 'Status <status@mail.acme.example>' }
    const dkim = { selector: 'aviary', domain: 'mail.acme.example' }
    expect(dkimOfConfig({ ...file, MAIL_DKIM_SELECTOR: 'Aviary' })).toMatchObject(dkim)
    const domain = 'acme.example'
    expect(dkimOfConfig({ ...file, MAIL_DKIM_SELECTOR: 'aviary', MAIL_DKIM_DOMAIN: domain })).toMatchObject({
      ...dkim,
      domain,
    })
    expect(faultsOf(file)).toEqual(['  MAIL_DKIM_SELECTOR: is needed when MAIL_DKIM_KEY_FILE is set'])
    expect(faultsOf({ MAIL_DKIM_SELECTOR: 'aviary', MAIL_DKIM_DOMAIN: domain })).toEqual([
      '  MAIL_DKIM_KEY_FILE: is needed when MAIL_DKIM_SELECTOR is set',
      '  MAIL_DKIM_KEY_FILE: is needed when MAIL_DKIM_DOMAIN is set',
    ])
    for (const [name, value, mend] of [
      ['MAIL_DKIM_SELECTOR', 'two words', 'use the name of a DNS record, such as aviary'],
      ['MAIL_DKIM_DOMAIN', 'bücher.example', 'use a domain in ASCII, such as acme.example'],
    ] as const)
      expect(faultsOf({ ...file, MAIL_DKIM_SELECTOR: 'aviary', [name]: value })).toEqual([
        `  ${name}: ${mend}`,
      ])
  })

  test.each([rsaKey(1024), rsaKey(2048), ed25519Key()])('may be this one: %#', (key) => {
    const MAIL_DKIM_KEY_FILE = pem(key)
    const { key: read } = dkimOfConfig({ MAIL_DKIM_KEY_FILE, MAIL_DKIM_SELECTOR: 'aviary' }) ?? {}
    expect(read?.equals(key)).toBe(true)
  })

  test('that cannot be used is refused with what to mend', () => {
    const NO_KEY =
      '  MAIL_DKIM_KEY_FILE: FILE holds no private key in PEM form: make one with openssl genrsa -out dkim.pem 2048'
    expect(faultsOfKey('/nowhere.pem')).toEqual([
      '  MAIL_DKIM_KEY_FILE: FILE cannot be read (ENOENT): name a file that this user may read',
    ])
    expect(faultsOfKey(folder)).toEqual([
      '  MAIL_DKIM_KEY_FILE: FILE cannot be read (EISDIR): name a file that this user may read',
    ])
    expect(faultsOfKey(pem(createPublicKey(rsaKey()), { type: 'spki' }))).toEqual([NO_KEY])
    writeFileSync(path.join(folder, 'empty'), '')
    expect(faultsOfKey(path.join(folder, 'empty'))).toEqual([NO_KEY])
    expect(faultsOfKey(pem(rsaKey(), { cipher: 'aes-256-cbc', passphrase: 'x' }))).toEqual([
      '  MAIL_DKIM_KEY_FILE: FILE is protected by a passphrase: store the key without one',
    ])
    expect(faultsOfKey(pem(rsaKey(512)))).toEqual([
      '  MAIL_DKIM_KEY_FILE: FILE holds an RSA key of 512 bits, which receivers need not accept: use 2048',
    ])
    expect(faultsOfKey(pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey))).toEqual([
      '  MAIL_DKIM_KEY_FILE: FILE holds a key of type ec: use RSA or Ed25519',
    ])
  })
})

test('a tracker needs address, token and a project of its own; its issues are where its address says', () => {
  expect(readConfig({}).tracker).toBeUndefined()
  const whole = {
    JIRA_URL: 'https://acme.example/jira/',
    JIRA_TOKEN: 'hunter2',
    FOLLOW_UP_PROJECT: 'OPS',
  }
  expect(readConfig(whole)).toMatchObject({
    tracker: {
      ...{ url: 'https://acme.example/jira', token: 'hunter2', project: 'OPS' },
      ...{ user: undefined, issueType: 'Task' },
    },
    links: { issueTracker: 'https://acme.example/jira/browse/{id}' },
  })
  expect(faultsOf({ FOLLOW_UP_TYPE: 'Bug' })).toEqual([
    '  JIRA_URL, JIRA_TOKEN, FOLLOW_UP_PROJECT: are needed when FOLLOW_UP_TYPE is set',
  ])
  expect(faultsOf({ ...whole, JIRA_TOKEN: '' })).toEqual(['  JIRA_TOKEN: is needed when JIRA_URL is set'])
  for (const others of [{ FOLLOW_UP_PROJECT: 'OPI' }, { JIRA_CHANGE_PROJECTS: 'CHG, OPS' }])
    expect(faultsOf({ ...whole, ...others })).toEqual([
      '  FOLLOW_UP_PROJECT: use another project than JIRA_PROJECTS and JIRA_CHANGE_PROJECTS',
    ])
})

test('a translator needs an address; its key is optional and not enough alone', () => {
  expect(readConfig({}).translate).toBeUndefined()
  expect(readConfig({ TRANSLATE_URL: 'http://localhost:5000/' }).translate).toEqual({
    url: 'http://localhost:5000',
    apiKey: undefined,
  })
  const whole = { TRANSLATE_URL: 'https://acme.example/translator/', TRANSLATE_API_KEY: 'hunter2' }
  expect(readConfig(whole).translate).toEqual({ url: 'https://acme.example/translator', apiKey: 'hunter2' })
  expect(faultsOf({ TRANSLATE_API_KEY: 'hunter2' })).toEqual([
    '  TRANSLATE_URL: is needed when TRANSLATE_API_KEY is set',
  ])
})

test('the audit log is kept for ever, or archived beside the data unless another folder is named', () => {
  expect(readConfig({ DATA_DIR: 'there' }).audit).toEqual({
    retentionDays: undefined,
    archiveDir: path.resolve('there/audit-archive'),
  })
  expect(readConfig({ AUDIT_RETENTION_DAYS: '365', AUDIT_ARCHIVE_DIR: '/srv/audit' }).audit).toEqual({
    retentionDays: 365,
    archiveDir: '/srv/audit',
  })
})

describe('sign-in', () => {
  test('the demo sign-in refuses to start in production', () => {
    expect(faultsOf({ NODE_ENV: 'production' })).toEqual([
      '  OIDC_ISSUER: is needed when NODE_ENV=production: the demo sign-in lets anybody in and does not start there',
    ])
  })

  test('a provider needs both its address and our name at it', () => {
    const issuer = { OIDC_ISSUER: 'https://sign-in.example' }
    expect(faultsOf(issuer)).toEqual(['  OIDC_CLIENT_ID: is needed when OIDC_ISSUER is set'])
    expect(faultsOf({ OIDC_CLIENT_ID: 'a' })).toEqual(['  OIDC_ISSUER: is needed when OIDC_CLIENT_ID is set'])
    const whole = { ...issuer, OIDC_CLIENT_ID: 'aviary', NODE_ENV: 'production' }
    expect(faultsOf(whole)).toEqual([])
  })
})

test('the drain time is read from DRAIN_SECONDS and is zero by default', () => {
  expect(readConfig({}).drainMs).toBe(0)
  expect(readConfig({ DRAIN_SECONDS: '2.5' }).drainMs).toBe(2_500)
  expect(faultsOf({ DRAIN_SECONDS: '601' })).toEqual(['  DRAIN_SECONDS: use seconds from 0 to 600'])
})

test('administrators, scopes and the groups claim of the sign-in provider', () => {
  const provider = { OIDC_ISSUER: 'https://sign-in.example', OIDC_CLIENT_ID: 'aviary' }
  const config = readConfig({
    ...provider,
    OIDC_SCOPES: 'openid  email groups',
    OIDC_GROUPS_CLAIM: 'https://acme.example/groups',
    OIDC_EMAIL_TRUSTED: 'true',
    ADMINISTRATORS: 'Ada@Acme.example, bo@acme.example,',
  })
  expect(config).toMatchObject({
    oidc: {
      scopes: ['openid', 'email', 'groups'],
      groupsClaim: 'https://acme.example/groups',
      isEmailTrusted: true,
    },
    administrators: ['ada@acme.example', 'bo@acme.example'],
  })
  expect(readConfig(provider).oidc).toMatchObject({ scopes: ['openid', 'email'], isEmailTrusted: false })
  expect(faultsOf({ ...provider, ADMINISTRATORS: 'ada@acme.example;bo', OIDC_SCOPES: 'openid' })).toEqual([
    '  OIDC_SCOPES: use scopes by blank, openid and email among them, such as openid email groups',
    '  ADMINISTRATORS: use e-mail addresses by comma, such as ada@example.com,bo@example.com',
  ])
  expect(faultsOf({ OIDC_GROUPS_CLAIM: 'groups' })).toEqual([
    '  OIDC_ISSUER: is needed when OIDC_GROUPS_CLAIM is set',
  ])
})
