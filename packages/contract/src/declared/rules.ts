import { requires } from '../access.ts'
import type { Guarded } from '../rights.ts'

/** Ids of incidents that were declared in Aviary; every other id belongs to the tracker. */
const OWN_ID = /^AVI-\d+$/i

export const isOwnIncident = (jiraId: string): boolean => OWN_ID.test(jiraId)

/** Permission to declare incidents in Aviary, and to change those declared here. */
export const declaring: Guarded = { access: requires('declare_incident') }
