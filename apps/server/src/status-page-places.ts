import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** A path under this server, such as `/status`. */
const PATH = /^(?:\/[a-z0-9][a-z0-9-]*)+$/
/** Addresses of the console and of its calls; a status page there would hide them. */
const TAKEN = new Set([
  ...['api', 'auth', 'idp', 'assets', 'details', 'history', 'customers', 'incident', 'edit', 'changes'],
  ...['subscriptions', 'channels', 'maintenance_event', 'template_management', 'administration', 'sessions'],
  ...['dora', 'charts', 'comm_history', 'deliveries', 'audit', 'guide', 'security', 'setup', 'not-found'],
])

const isPath = (place: string): boolean => PATH.test(place) && !TAKEN.has(place.split('/')[1] ?? '')
const isFolder = (place: string): boolean => /^file:\/\/\/./.test(place) && URL.canParse(place)

const FAULT =
  'use a path under this server that no screen has, such as /status, and folders such as file:///srv/status, with commas between them'

/** The setting PUBLIC_STATUS. */
export const publicStatusPlaces = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((place) => place.trim().replace(/(?<=.)\/$/, ''))
      .filter(Boolean),
  )
  .refine((places) => places.every((place) => isPath(place) || isFolder(place)), FAULT)
  .refine((places) => places.filter(isPath).length <= 1, 'use one path at most')

/** Where the status page is: under this server, and in folders that others serve. */
export const readStatusPlaces = (places: readonly string[]) => ({
  path: places.find(isPath),
  folders: places.filter(isFolder).map((place) => fileURLToPath(place)),
})
