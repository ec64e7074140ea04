// Made-up names for generated demo data; none refers to a real person.

const FIRST = [
  'Amber',
  'Birch',
  'Cobalt',
  'Delta',
  'Ember',
  'Fjord',
  'Granite',
  'Harbor',
  'Indigo',
  'Juniper',
  'Kestrel',
  'Lagoon',
  'Meadow',
  'Northern',
  'Opal',
  'Prairie',
  'Quartz',
  'River',
  'Summit',
  'Tundra',
]
const TRADE = [
  'Foods',
  'Logistics',
  'Metals',
  'Energy',
  'Travel',
  'Textiles',
  'Pharma',
  'Media',
  'Software',
  'Shipping',
  'Insurance',
  'Robotics',
]
const FORM = ['Inc', 'Ltd', 'GmbH', 'SA', 'KK', 'BV']
const GIVEN = ['Ana', 'Bo', 'Chen', 'Dara', 'Eli', 'Fay', 'Goro', 'Hana', 'Ivo', 'Jun', 'Kim', 'Lea']
const FAMILY = [
  'Adler',
  'Berg',
  'Costa',
  'Dietz',
  'Endo',
  'Fuchs',
  'Garza',
  'Holt',
  'Ito',
  'Jung',
  'Klee',
  'Lund',
]

export type Random = () => number

/** Seeded random numbers from 0 (inclusive) to 1 (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const pick = (random: Random, list: readonly string[]): string =>
  list[Math.floor(random() * list.length)] ?? ''

export const companyName = (random: Random, number: number): string =>
  `${pick(random, FIRST)} ${pick(random, TRADE)} ${pick(random, FORM)} ${number + 1}`

/** `Ana Adler (ana.adler@acme.example)`: `.example` domains cannot exist. */
export function personAddress(random: Random): string {
  const [given, family] = [pick(random, GIVEN), pick(random, FAMILY)]
  return `${given} ${family} (${`${given}.${family}`.toLowerCase()}@acme.example)`
}
