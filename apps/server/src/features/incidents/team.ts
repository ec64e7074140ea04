import { internalTypes, internalTypesInLists, messagesOf } from '@aviary/contract/messages/rules'
import { mayCall } from '@aviary/contract/rights'
import type { Db } from '../../database/open.ts'
import type { Person } from '../../http/call.ts'
import { fault } from '../../http/errors.ts'
import { may, require } from '../../http/permission.ts'
import { getRights } from '../session/public.ts'
import type { IncidentRow } from './queries.ts'

type Posted = Pick<IncidentRow, 'priorityType' | 'isInternal'>

/** The team's work on an incident, such as its roles, is for those who may post on it. */
export function requirePosting(person: Person, { priorityType, isInternal }: Posted): void {
  require(person, messagesOf[priorityType].create)
  if (isInternal) require(person, internalTypes)
}

export const mayPost = (person: Person, { priorityType, isInternal }: Posted): boolean =>
  may(person, messagesOf[priorityType].create) && (!isInternal || may(person, internalTypes))

type Named = { field: string; email: string; isInternal: boolean }

/** The address of an account that can work on an incident, as it is stored. Throws the fault of the field. */
export async function requireAccount(db: Db, { field, email, isInternal }: Named): Promise<string> {
  const account = await getRights(db, email)
  if (!account) throw fault(field, `there is no account ${email}`)
  if (isInternal && !mayCall(account, internalTypesInLists))
    throw fault(field, `${account.email} may not see internal incidents`)
  return account.email
}
