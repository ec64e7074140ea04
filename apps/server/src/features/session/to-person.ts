import type { Person } from '../../http/call.ts'

type PersonRow = {
  userId: number
  email: string
  restrictedPageAccess: string[]
  isAdmin: boolean
  roleIds: number[]
  allowedActions: string[]
}

export const toPerson = (row: PersonRow): Person => ({
  userId: row.userId,
  email: row.email,
  restrictedPageAccess: row.restrictedPageAccess,
  authorization: { is_admin: row.isAdmin, role_ids: row.roleIds, allowed_actions: row.allowedActions },
})
