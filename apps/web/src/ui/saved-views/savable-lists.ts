import type { Screen } from '../../screen.ts'

/** Paths of the lists whose URL holds filters, order and view. */
const PATHS: ReadonlySet<string> = new Set([
  '/history',
  '/customers',
  '/incident/review',
  '/changes',
  '/maintenance_event',
  '/template_management/$type',
  '/charts',
  '/dora/{-$dataCenter}',
  '/deliveries',
  '/security_incidents',
  '/comms/$id',
  '/emails/$id',
  '/manage_security_users',
  '/mass_import/{-$secId}/{-$commId}',
  '/audit',
])

/** Whether people can save the current view of a screen under a name. */
export const isSavableList = (screen: Screen | undefined): boolean =>
  screen !== undefined && PATHS.has(screen.path)
