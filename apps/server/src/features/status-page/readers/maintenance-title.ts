import { chooseText, type Site } from '../pages/frame.ts'
import type { PublicMaintenance } from '../snapshot/schema.ts'

/** The title that people were sent. Programs that show no state must still say that it does not take place. */
export function maintenanceTitle({ state, notices }: PublicMaintenance, { locale, texts }: Site): string {
  const { text } = chooseText(notices[0]?.titles ?? {}, locale)
  return state === 'cancelled' ? `[${texts.states.cancelled}] ${text}` : text
}
