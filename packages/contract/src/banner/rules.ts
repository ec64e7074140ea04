import { requires } from '../endpoint.ts'
import type { Guarded } from '../rights.ts'

/** The card of incident management that shows or hides the banner (spec 1 §2.8); everybody may read the banner itself. */
export const bannerCard: Guarded = { access: requires('view_service_disruption_banner') }
