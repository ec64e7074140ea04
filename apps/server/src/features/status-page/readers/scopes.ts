import type {
  Place,
  PublicCell,
  PublicIncident,
  PublicMaintenance,
  PublicStatus,
} from '../snapshot/schema.ts'

/** What a feed or a badge is about: everything, one service or one data center. */
export type Scope = {
  /** Where its files lie below the root; empty for everything. */
  folder: string
  place: Place | undefined
  /** The page about it, below the root. */
  page: string
  cells: PublicCell[]
  incidents: PublicIncident[]
  maintenance: PublicMaintenance[]
}

const includes = (places: readonly Place[], { id }: Place): boolean => places.some((place) => place.id === id)

export const wholeScope = ({ cells, incidents, maintenance }: PublicStatus): Scope => ({
  ...{ folder: '', place: undefined, page: '' },
  ...{ cells, incidents, maintenance },
})

/** Maintenance concerns data centers, and with them every service. */
export const placeScopes = ({
  services,
  data_centers,
  cells,
  incidents,
  maintenance,
}: PublicStatus): Scope[] => [
  ...services.map((place) => ({
    ...{ folder: `services/${place.id}/`, place, page: `#s-${place.id}`, maintenance },
    cells: cells.filter(({ service }) => service === place.id),
    incidents: incidents.filter((incident) => includes(incident.services, place)),
  })),
  ...data_centers.map((place) => ({
    ...{ folder: `data-centers/${place.id}/`, place, page: `data-centers/${place.id}/` },
    cells: cells.filter(({ data_center }) => data_center === place.id),
    incidents: incidents.filter((incident) => includes(incident.data_centers, place)),
    maintenance: maintenance.filter((event) => includes(event.data_centers, place)),
  })),
]
