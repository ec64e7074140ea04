import type { CommEvent } from '@aviary/contract/subscribers/endpoints'
import type { NamesOverTime } from '../../shared/names.ts'

/** A row of the history, with the values to show, sort and filter by. */
export type CommRow = {
  id: string
  comm: CommEvent
  event: string
  kind: string
  dataCenters: string
  services: string
  /** Milliseconds since 1970. */
  happenedAt: number
  created: number
  /** Lower-case texts; the filter matches their beginnings. */
  texts: readonly string[]
}

export type CommWords = {
  event: (event: CommEvent['email_event']) => string
  kind: (kind: string) => string
  names: NamesOverTime
}

/**
 * Rows in the order of the history. A row's id is the delivery's id and the event's number within the
 * delivery, oldest first.
 */
export function toRows(comms: readonly CommEvent[], words: CommWords): CommRow[] {
  const counts = new Map<number, number>()
  return comms
    .toReversed()
    .map((comm) => {
      const count = (counts.get(comm.delivery_id) ?? 0) + 1
      counts.set(comm.delivery_id, count)
      return toRow(comm, `${comm.delivery_id} ${count}`, words)
    })
    .reverse()
}

function toRow(comm: CommEvent, id: string, words: CommWords): CommRow {
  const [event, kind] = [words.event(comm.email_event), words.kind(comm.comm_type)]
  const names = words.names.at(comm.event_time)
  const dataCenters = comm.data_centers.map(names.dataCenter)
  const services = comm.services.map(names.service)
  const texts = [
    ...[comm.event_title, comm.message_type, event, comm.response, comm.application, kind],
    ...dataCenters,
    ...services,
  ]
  return {
    ...{ id, comm, event, kind },
    dataCenters: dataCenters.join(', '),
    services: services.join(', '),
    happenedAt: Date.parse(comm.event_time),
    created: Date.parse(comm.created_on),
    texts: texts.map((text) => text.toLocaleLowerCase()),
  }
}

/** The rows in which some text starts with the input, ignoring case. */
export function filterRows(rows: readonly CommRow[], typed: string): readonly CommRow[] {
  const search = typed.trim().toLocaleLowerCase()
  if (search === '') return rows
  return rows.filter(({ texts }) => texts.some((text) => text.startsWith(search)))
}
