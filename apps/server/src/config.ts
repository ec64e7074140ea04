import path from 'node:path';
import { z } from 'zod';

const link = z.url({ protocol: /^https?$/ });
const commaList = z.string().transform((text) => text.split(',').map((part) => part.trim()).filter(Boolean));

const environment = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    HOST: z.string().min(1).default('localhost'),
    DATA_DIR: z.string().min(1).default('data'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    PUBLIC_URL: link.optional(),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    PROVIDER_NAME: z.string().trim().min(1).max(100).default('Acme'),
    PRODUCT_KEY: z.string().regex(/^[a-z][a-z0-9]{1,30}$/, 'use 2 to 31 lower-case letters and digits').default('acme'),
    ISSUE_TRACKER_LINK: z
      .string()
      .refine((text) => text.includes('{id}') && URL.canParse(text), 'use an address with {id} in it')
      .default('https://tracker.example/browse/{id}'),
    STATUS_SITE: link.default('https://status.example'),
    FAQ_LINK: link.default('https://wiki.example/aviary/faq'),
    HELP_LINK: link.default('https://wiki.example/aviary/help'),
    OIDC_ISSUER: link.optional(),
    OIDC_CLIENT_ID: z.string().min(1).optional(),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    JIRA_WEBHOOK_SECRET: z.string().min(16, 'use at least 16 characters').optional(),
    JIRA_DATA_CENTERS_FIELD: z.string().default('customfield_10070'),
    JIRA_SEVERITY_FIELD: z.string().default('customfield_10071'),
    JIRA_PROJECTS: commaList.default(['OPI']),
    SEED_DEMO: z.stringbool().optional(),
    WEB_DIR: z.string().min(1).optional(),
    TRUST_PROXY: z.stringbool().default(false),
  })
  .superRefine((found, context) => {
    if (found.OIDC_ISSUER && !found.OIDC_CLIENT_ID) {
      context.addIssue({ code: 'custom', path: ['OIDC_CLIENT_ID'], message: 'is needed when OIDC_ISSUER is set' });
    }
    if (found.NODE_ENV === 'production' && !found.OIDC_ISSUER) {
      context.addIssue({
        code: 'custom',
        path: ['OIDC_ISSUER'],
        message: 'is needed when NODE_ENV=production: the demo sign-in lets anybody in and does not start there',
      });
    }
  });

export type Config = ReturnType<typeof readConfig>;

/** One line a fault, each with how to mend it. */
export class InvalidConfig extends Error {}

/** Reads the environment into one validated object. An empty variable counts as not set. */
export function readConfig(source: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new InvalidConfig(`The configuration is not valid:\n${faults.join('\n')}`);
  }
  const found = parsed.data;
  return {
    isProduction: found.NODE_ENV === 'production',
    port: found.PORT,
    host: found.HOST,
    dataDir: path.resolve(found.DATA_DIR),
    databaseUrl: found.DATABASE_URL,
    publicUrl: found.PUBLIC_URL?.replace(/\/$/, ''),
    logLevel: found.LOG_LEVEL,
    trustProxy: found.TRUST_PROXY,
    webDir: found.WEB_DIR,
    seedsDemo: found.SEED_DEMO,
    providerName: found.PROVIDER_NAME,
    productKey: found.PRODUCT_KEY,
    links: {
      issueTracker: found.ISSUE_TRACKER_LINK,
      statusSite: found.STATUS_SITE,
      faq: found.FAQ_LINK,
      help: found.HELP_LINK,
    },
    oidc: found.OIDC_ISSUER
      ? { issuer: found.OIDC_ISSUER, clientId: found.OIDC_CLIENT_ID ?? '', clientSecret: found.OIDC_CLIENT_SECRET }
      : undefined,
    jira: {
      secret: found.JIRA_WEBHOOK_SECRET,
      dataCentersField: found.JIRA_DATA_CENTERS_FIELD,
      severityField: found.JIRA_SEVERITY_FIELD,
      projects: found.JIRA_PROJECTS,
    },
  };
}
