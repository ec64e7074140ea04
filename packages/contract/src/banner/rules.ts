import { requires } from '../access.ts'
import type { Guarded } from '../rights.ts'

/**
 * Permission for the incident management card that shows or hides the banner (spec 1 §2.8); the banner itself
 * is open to everybody.
 */
export const bannerCard: Guarded = { access: requires('view_service_disruption_banner') }
