import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** A path under this server, such as `/status`. */
const PATH = /^(?:\/[a-z0-9][a-z0-9-]*)+$/
/** Addresses of the console and of its calls; a status page there would hide them. */
const TAKEN = new Set([
  ...['api', 'auth', 'idp', 'assets', 'healthz', 'readyz', 'not-found', 'details', 'history', 'customers'],
  ...['incident', 'edit', 'changes', 'subscriptions', 'channels', 'maintenance_event', 'template_management'],
  ...['administration', 'sessions', 'dora', 'charts', 'comm_history', 'deliveries', 'audit', 'guide'],
  ...['security_incidents', 'comms', 'emails', 'compose_email', 'manage_security_users', 'mass_import'],
  ...['staged_emails', 'tokens', 'follow_ups', 'customer'],
])
/** The names that S3 allows for buckets, and a prefix. */
const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9._-]+)*)$/

const isPath = (place: string): boolean => PATH.test(place) && !TAKEN.has(place.split('/')[1] ?? '')
const isFolder = (place: string): boolean => /^file:\/\/\/./.test(place) && URL.canParse(place)

const FAULT =
  'use a path under this server that no screen has, such as /status, folders such as file:///srv/status and buckets such as s3://bucket/status, with commas between them'

/** Each one that is being written holds one of the ten connections of a process to the database. */
const MOST_PLACES = 5

/** The setting PUBLIC_STATUS. */
export const publicStatusPlaces = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((place) => place.trim().replace(/(?<=.)\/$/, ''))
      .filter(Boolean),
  )
  .refine((places) => places.every((place) => isPath(place) || isFolder(place) || BUCKET.test(place)), FAULT)
  .refine((places) => places.filter(isPath).length <= 1, 'use one path at most')
  .refine((places) => places.length <= MOST_PLACES, `use ${MOST_PLACES} places at most`)

/** A place outside this server: a folder, or a bucket with the beginning of the names in it. */
export type StatusTarget = { folder: string } | { bucket: string; prefix: string }

export function readStatusTarget(place: string): StatusTarget | undefined {
  const [, bucket, prefix = ''] = BUCKET.exec(place) ?? []
  if (bucket !== undefined) return { bucket, prefix: prefix.replace(/^\//, '') }
  return isFolder(place) ? { folder: fileURLToPath(place) } : undefined
}

/** Where the status page is: under this server, and in places that others serve. */
export const readStatusPlaces = (places: readonly string[]) => ({
  path: places.find(isPath),
  targets: places.flatMap((place) => readStatusTarget(place) ?? []),
})

/** Settings of the storage that buckets are in, named as other programs name them. */
export const storage = {
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'use a region such as eu-central-1')
    .default('us-east-1'),
  AWS_ENDPOINT_URL_S3: z
    .url({ protocol: /^https?$/, error: 'use an address such as https://storage.example' })
    .optional(),
}

export const readStorage = (settings: z.infer<z.ZodObject<typeof storage>>) => ({
  accessKeyId: settings.AWS_ACCESS_KEY_ID,
  secretAccessKey: settings.AWS_SECRET_ACCESS_KEY,
  sessionToken: settings.AWS_SESSION_TOKEN,
  region: settings.AWS_REGION,
  endpoint: (settings.AWS_ENDPOINT_URL_S3 ?? `https://s3.${settings.AWS_REGION}.amazonaws.com`).replace(
    /\/+$/,
    '',
  ),
})

export const storageFaults = (given: Readonly<Record<string, string | undefined>>): string[] =>
  given.PUBLIC_STATUS?.includes('s3:') && !(given.AWS_ACCESS_KEY_ID && given.AWS_SECRET_ACCESS_KEY)
    ? ['AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: are needed for a bucket in PUBLIC_STATUS']
    : []
