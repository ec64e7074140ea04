import type { listUsers as endpoint } from '@aviary/contract/administration/endpoints'
import type { Call } from '../../../http/call.ts'
import * as queries from './queries.ts'

export async function listUsers({ db, query }: Call<typeof endpoint>) {
  const { search, email, sort_col, sort_direction, start_at, response_size } = query
  const filter = { search, email }
  const order = { column: sort_col, direction: sort_direction }
  return {
    users: await queries.listUsers(db, filter, { order, startAt: start_at, size: response_size }),
    ...(await queries.countUsers(db, filter)),
  }
}
