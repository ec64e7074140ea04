import { requires } from '@aviary/contract/access'
import type { Guarded } from '@aviary/contract/rights'

/** Permission to see and edit the channels of others. */
export const everybodysChannels: Guarded = { access: requires('manage_channels') }
