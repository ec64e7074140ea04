import { z } from 'zod'
import { CELL_STATUSES, SEVERITIES } from './rules.ts'

export const severity = z.enum(SEVERITIES)
export const cellStatus = z.enum(CELL_STATUSES)
