import type { ServiceTokenInfo } from '@aviary/contract/administration/schemas'
import { sha256 } from '../../session/public.ts'
import type { OwnedToken } from './queries.ts'

export const presentToken = ({ row, owner, ownerSignedInAt }: OwnedToken): ServiceTokenInfo => ({
  token_id: row.tokenId,
  name: row.name,
  hint: row.hint,
  created_by: row.createdBy,
  owner,
  owner_signed_in_date: ownerSignedInAt?.toISOString() ?? null,
  scopes: row.scopes,
  created_date: row.createdAt.toISOString(),
  expires_date: row.expiresAt?.toISOString() ?? null,
  revoked_date: row.revokedAt?.toISOString() ?? null,
  last_used_date: row.lastUsedAt?.toISOString() ?? null,
  old_secret_until: row.oldUntil?.toISOString() ?? null,
  version: sha256(JSON.stringify([row.name, row.scopes, row.expiresAt, row.revokedAt, row.tokenHash])),
})
