import { instantsOf, offsetMinutes, wallTime } from '@aviary/contract/maintenance/pacific'
import { EARLIEST_WALL, LATEST_WALL } from './utc-text.ts'

/** A time as entered: Pacific wall-clock time, and the UTC offset if that wall-clock time occurs twice. */
export type PacificTime = {
  /** `2026-11-01T01:30`, or empty. */
  wall: string
  /** Minutes from UTC, chosen by the person; null if no choice is needed or made yet. */
  offset: number | null
}

export const NO_TIME: PacificTime = { wall: '', offset: null }

/** Minutes from UTC of Pacific daylight time (PDT). */
export const DAYLIGHT = -420

export type PacificReading = {
  /** Milliseconds since 1970; undefined if the field does not name exactly one time. */
  instant: number | undefined
  /** `skipped`: does not exist (clocks go forward); `twice`: needs a choice; `range`: year outside 1970 to 2999. */
  fault?: 'skipped' | 'twice' | 'range'
  /** All instants at which Pacific clocks show the entered time, earliest first. */
  instants: number[]
}

/**
 * Interprets a field. There is no instant for a time that does not exist, or that occurs twice without a
 * choice.
 */
export function readPacific({ wall, offset }: PacificTime): PacificReading {
  if (wall === '') return { instant: undefined, instants: [] }
  if (wall.length > 19 || wall < EARLIEST_WALL || wall.slice(0, 16) > LATEST_WALL)
    return { instant: undefined, fault: 'range', instants: [] }
  const instants = instantsOf(wall)
  if (instants.length === 0) return { instant: undefined, fault: 'skipped', instants }
  if (instants.length === 1) return { instant: instants[0], instants }
  const instant = instants.find((candidate) => offsetMinutes(candidate) === offset)
  return instant === undefined ? { instant, fault: 'twice', instants } : { instant, instants }
}

/** Milliseconds since 1970; undefined if the field does not name exactly one time. */
export const instantIn = (time: PacificTime): number | undefined => readPacific(time).instant

/** Text for comparing fields: equal for the same instant, or for the same unfinished entry. */
export const comparableTime = (time: PacificTime): string => String(instantIn(time) ?? time.wall)

/** Field value for a time in milliseconds since 1970. */
export function pacificTimeAt(instant: number): PacificTime {
  const full = wallTime(instant)
  const wall = full.endsWith(':00') ? full.slice(0, 16) : full
  return { wall, offset: instantsOf(wall).length > 1 ? offsetMinutes(instant) : null }
}
