import { hasFields, isInteger, isListOf, isObject, isOneOf, isOptional } from '../checks.ts'

/**
 * Kind of data that changed; deliberately coarse, because the browser reloads everything that it shows of a
 * topic.
 */
export const TOPICS = [
  'incidents',
  'status',
  'banner',
  'reference',
  'rights',
  'mails',
  'maintenance',
  'templates',
  'subscriptions',
  'changes',
  'impact',
  'security',
  'channels',
] as const
export type Topic = (typeof TOPICS)[number]

/**
 * Data of the server-sent event `changed`. With `spread_ms`, each page reloads after a random delay up to
 * this time, so that many pages do not reload at the same time.
 */
export type ChangedEvent = { topics: Topic[]; spread_ms?: number | undefined }

/** Parses the data of `changed`; undefined if they come from another version of the server. */
export const readChanged = (data: unknown): ChangedEvent | undefined =>
  hasFields<ChangedEvent>(data, { topics: isListOf(isOneOf(TOPICS)), spread_ms: isOptional(isInteger(1)) })
    ? data
    : undefined

/**
 * Data of `hello`, the first server-sent event of a stream: how many milliseconds ago, at most, each topic
 * last changed. A page that was opened before that change reloads the topic.
 */
export type HelloEvent = { changed_ms_ago: Record<Topic, number> }

const areAges = (ages: unknown): boolean =>
  isObject(ages) &&
  Object.keys(ages).length === TOPICS.length &&
  TOPICS.every((topic) => isInteger(0)(ages[topic]))

/** Parses the data of `hello`; undefined if they come from another version of the server. */
export const readHello = (data: unknown): HelloEvent | undefined =>
  hasFields<HelloEvent>(data, { changed_ms_ago: areAges }) ? data : undefined
