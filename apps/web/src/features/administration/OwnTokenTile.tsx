import {
  createPersonalToken,
  updatePersonalToken,
} from '@aviary/contract/administration/personal-token-endpoints'
import { PERSONAL_TOKEN_DAYS, PERSONAL_TOKEN_SIGN_IN_DAYS } from '@aviary/contract/administration/rules'
import { PERSONAL_SCOPES } from '@aviary/contract/scopes'
import { useTranslation } from 'react-i18next'
import { type TokenFields, TokenForm } from './TokenForm.tsx'
import { TokenList } from './TokenList.tsx'
import { usePersonalScopes, usePersonalTokens } from './use-administration.ts'

const toBody = ({ name, scopes, expires_date }: TokenFields) => ({
  name,
  scopes: PERSONAL_SCOPES.filter((scope) => scopes.includes(scope)),
  expires_date: expires_date ?? '',
})

/** The signed-in person's own tokens. */
export function OwnTokenTile() {
  const { t } = useTranslation('administration')
  const tokens = usePersonalTokens()
  const allowed = usePersonalScopes()
  return (
    <TokenList
      entity="ownToken"
      rows={tokens}
      needs={[allowed]}
      note={t('ownTokens.help', { days: PERSONAL_TOKEN_SIGN_IN_DAYS })}
      form={(props) => (
        <TokenForm
          {...props}
          tokens={tokens.data ?? []}
          offered={PERSONAL_SCOPES}
          allowed={allowed.data ?? []}
          largestDays={PERSONAL_TOKEN_DAYS}
          create={createPersonalToken}
          update={updatePersonalToken}
          createBody={toBody}
          updateBody={(fields, edit) => ({ ...toBody(fields), ...edit })}
        />
      )}
    />
  )
}
