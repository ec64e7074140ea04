import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { cellStatus } from './rules.ts'

/** Service name, then data center key, then a status. Every service of the grid and every data center is present. */
export const statusMatrix = z.record(z.string(), z.record(z.string(), cellStatus))
export type StatusMatrix = z.infer<typeof statusMatrix>

export const getStatus = endpoint({
  method: 'GET',
  path: '/v4/status/',
  summary: 'The health of every service in every data center',
  access: signedIn,
  answer: statusMatrix,
})

export const getStatusSince = endpoint({
  method: 'GET',
  path: '/v4/status/since/',
  summary: 'Since when each cell has had its status',
  access: signedIn,
  answer: z.object({
    cells: z.array(z.object({ service: z.string(), data_center: z.string(), since: z.iso.datetime() })),
  }),
})
