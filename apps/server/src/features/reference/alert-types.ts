import type { PriorityType } from '@aviary/contract/rules'
import { toTranslations } from './alert-type-texts.ts'

type EmailField = { display_name: string; system_name: string; translations: Record<string, string> }

const field = (display_name: string): EmailField => ({
  display_name,
  system_name: display_name.toLowerCase().replaceAll(' ', '_'),
  translations: toTranslations(display_name),
})

const CURRENT = [field('Current Status'), field('Next Update')]
const RESOLUTION = [field('Resolution'), field('Resolved At')]
const ANALYSIS = [field('Root Cause'), field('Corrective Measures'), field('Prevention')]

// Names with 'internal' in them are the internal types (spec 1 §2.9).
const P1: [string, EmailField[]][] = [
  ['Initial Notification', CURRENT],
  ['Update', CURRENT],
  ['Service Restored', RESOLUTION],
  ['Intermediate Root Cause Analysis', ANALYSIS.slice(0, 2)],
  ['Root Cause Analysis', ANALYSIS],
  ['Internal Notification', CURRENT],
  ['Internal Update', CURRENT],
]

const P2: [string, EmailField[]][] = [
  ['Notification', CURRENT],
  ['Update', CURRENT],
  ['Service Restored', RESOLUTION],
  ['Root Cause Analysis', ANALYSIS],
  ['Internal Update', CURRENT],
]

/** Alert types of a new installation, by priority, with the fields that their mails contain. */
export const ALERT_TYPES = [...toRows('P1', P1), ...toRows('P2', P2)]

function toRows(priorityType: PriorityType, types: [string, EmailField[]][]) {
  return types.map(([name, emailFields], position) => ({
    ...{ priorityType, name, position, emailFields },
    translations: toTranslations(name),
  }))
}
