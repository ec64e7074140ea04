import { instantsOf, wallTime } from '@aviary/contract/maintenance/pacific'
import type { Db } from '../database/open.ts'
import { createEvent, type EventRow } from '../features/maintenance/public.ts'
import type { Random } from './names.ts'

type Plan = {
  title: string
  /** Days from today, in Pacific time. */
  day: number
  hours: number
  flag?: string
  isInternal?: true
  isEverywhere?: true
  /** People outside are told of it. */
  isAnnounced?: true
}

// Made-up events; their Jira ids are made up too and all begin with GEN-.
const PLANS: readonly Plan[] = [
  { title: 'Core switch replacement', day: -75, hours: 4, flag: 'special' },
  { title: 'Database minor upgrade', day: -41, hours: 3 },
  {
    title: 'Penetration test of the sign-in pages',
    day: -27,
    hours: 30,
    flag: 'penetration_testing',
    isInternal: true,
  },
  { title: 'Storage controller replacement', day: -12, hours: 2, flag: 'emergency' },
  { title: 'Load balancer certificate renewal', day: -3, hours: 1 },
  { title: 'Database failover exercise', day: 0, hours: 5, flag: 'special' },
  { title: 'Message queue security patch', day: 1, hours: 2, flag: 'emergency' },
  { title: 'Operating system updates', day: 4, hours: 5, isAnnounced: true },
  {
    title: 'Monolith deployment rehearsal',
    day: 9,
    hours: 3,
    flag: 'monolith_deployment',
    isInternal: true,
  },
  { title: 'Storage firmware upgrade', day: 14, hours: 4, flag: 'special' },
  { title: 'Period-end freeze', day: 20, hours: 120, flag: 'freeze_window', isEverywhere: true },
  { title: 'Carrier network maintenance', day: 22, hours: 3 },
  { title: 'Yearly access audit', day: 35, hours: 8, flag: 'audit', isInternal: true },
]

const AUTHOR = 'Aviary demo'
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

type Site = { name: string; system_name: string }

/** Seeds maintenance events of every kind: past, running and planned. Returns the one that people outside are told of. */
export async function seedDemoMaintenance(
  db: Db,
  random: Random,
  { dataCenters, now }: { dataCenters: readonly Site[]; now: Date },
): Promise<EventRow> {
  let announced: EventRow | undefined
  for (const plan of PLANS) {
    const where = plan.isEverywhere ? dataCenters : some(dataCenters, random)
    const evening = 19 + Math.floor(random() * 4)
    const start = startOf(plan.day, evening, now)
    const scope = plan.isEverywhere ? 'all data centers' : where.map(({ name }) => name).join(', ')
    const event = await createEvent(db, {
      title: `${plan.title} in ${scope}`,
      isInternal: plan.isInternal === true,
      flag: plan.flag ?? null,
      jiraIds: [`GEN-${1_000 + Math.floor(random() * 9_000)}`],
      startDate: new Date(start),
      endDate: new Date(start + plan.hours * HOUR_MS),
      dataCenters: where.map(({ system_name }) => system_name),
      commSrc: AUTHOR,
      createdBy: AUTHOR,
      createdDate: new Date(Math.min(start - 7 * DAY_MS, now.getTime())),
    })
    if (plan.isAnnounced) announced = event
  }
  if (!announced) throw new Error('No event of the demo data is to be announced')
  return announced
}

/** One to three consecutive sites, at random. */
function some(all: readonly Site[], random: Random): Site[] {
  const first = Math.floor(random() * all.length)
  const count = 1 + Math.floor(random() * 3)
  return all.filter((_, index) => (index - first + all.length) % all.length < count)
}

/**
 * Start of an event at `hour` o'clock Pacific time, `day` days from today, also across clock changes; today's
 * event began about two hours ago.
 */
function startOf(day: number, hour: number, now: Date): number {
  const today = now.getTime()
  if (day === 0) return Math.floor(today / HOUR_MS) * HOUR_MS - 2 * HOUR_MS
  const [start] = instantsOf(`${wallTime(today + day * DAY_MS).slice(0, 10)}T${hour}:00`)
  if (start === undefined) throw new Error('There is an evening every day')
  return start
}
