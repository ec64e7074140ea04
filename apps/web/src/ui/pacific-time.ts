import { instantsOf, offsetMinutes, wallTime } from '@aviary/contract/maintenance/pacific'
import { EARLIEST_WALL, LATEST_WALL } from '../shared/utc-text.ts'

/** A moment as somebody enters it: what clocks in Pacific time show, and in which offset where they show it twice. */
export type PacificTime = {
  /** `2026-11-01T01:30`, or empty. */
  wall: string
  /** Minutes ahead of UTC, chosen by the person; null while nothing had to be or was chosen. */
  offset: number | null
}

export const NO_TIME: PacificTime = { wall: '', offset: null }

/** The two offsets that Pacific time has, as people name them. */
export const DAYLIGHT = -420

export type PacificReading = {
  /** Milliseconds since 1970; undefined while the field names no single moment. */
  instant: number | undefined
  /** `skipped`: clocks go forward over it; `twice`: one of two has to be chosen; `range`: not a year from 1970 to 2999. */
  fault?: 'skipped' | 'twice' | 'range'
  /** The moments at which clocks show it, earliest first. */
  instants: number[]
}

/** What a field says. A wall time that does not exist, or exists twice and was not chosen, is no moment. */
export function readPacific({ wall, offset }: PacificTime): PacificReading {
  if (wall === '') return { instant: undefined, instants: [] }
  if (wall.length > 19 || wall < EARLIEST_WALL || wall.slice(0, 16) > LATEST_WALL)
    return { instant: undefined, fault: 'range', instants: [] }
  const instants = instantsOf(wall)
  if (instants.length === 0) return { instant: undefined, fault: 'skipped', instants }
  if (instants.length === 1) return { instant: instants[0], instants }
  const instant = instants.find((one) => offsetMinutes(one) === offset)
  return instant === undefined ? { instant, fault: 'twice', instants } : { instant, instants }
}

/** Milliseconds since 1970; undefined while the field names no single moment. */
export const instantIn = (time: PacificTime): number | undefined => readPacific(time).instant

/** A text that is the same for the same moment, and for the same unfinished entry. */
export const comparableTime = (time: PacificTime): string => String(instantIn(time) ?? time.wall)

/** The field that says this moment (milliseconds since 1970). */
export function pacificTimeAt(instant: number): PacificTime {
  const full = wallTime(instant)
  const wall = full.endsWith(':00') ? full.slice(0, 16) : full
  return { wall, offset: instantsOf(wall).length > 1 ? offsetMinutes(instant) : null }
}
