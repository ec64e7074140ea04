import {
  createServiceToken,
  updateServiceToken,
} from '@aviary/contract/administration/service-token-endpoints'
import { SCOPES } from '@aviary/contract/scopes'
import { TokenForm } from './TokenForm.tsx'
import { TokenList } from './TokenList.tsx'
import { useServiceTokens } from './use-administration.ts'

/** Tokens for calls by other systems, and those of people; for administrators. */
export function TokenTile() {
  const tokens = useServiceTokens()
  const systems = (tokens.data ?? []).filter(({ owner }) => owner === null)
  return (
    <TokenList
      entity="token"
      rows={tokens}
      form={(props) => (
        <TokenForm
          {...props}
          tokens={systems}
          offered={SCOPES}
          create={createServiceToken}
          update={updateServiceToken}
          createBody={(fields) => fields}
          updateBody={(fields, edit) => ({ ...fields, ...edit })}
        />
      )}
    />
  )
}
