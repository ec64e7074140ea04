import { OLD_TOKEN_HOURS } from '@aviary/contract/administration/rules'
import type { ServiceTokenInfo } from '@aviary/contract/administration/schemas'
import type { rotateServiceToken } from '@aviary/contract/administration/service-token-endpoints'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, mayHaveSucceeded } from '../../shared/api.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useWrite } from '../../shared/saving/use-write.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import { SecretDialog } from './SecretDialog.tsx'

type RotateTokenProps = {
  token: ServiceTokenInfo
  /** The call for this kind of token. */
  rotate: typeof rotateServiceToken
  onClose: () => void
}

/** Asks before the secret of a token is replaced, then shows the new one once. */
export function RotateToken({ token, rotate, onClose }: RotateTokenProps) {
  const { t } = useTranslation('administration')
  const offline = useOfflineReason()
  const [isAtOnce, setAtOnce] = useState(false)
  const [secret, setSecret] = useState<string>()
  const { token_id, name } = token
  const { mutate, isPending } = useWrite(
    () =>
      call(rotate, {
        body: { token_id, old_secret_hours: isAtOnce ? 0 : OLD_TOKEN_HOURS },
      }),
    {
      topics: ['rights'],
      failed: (error) => t(mayHaveSucceeded(error) ? 'toast.token.rotateUnsure' : 'toast.token.rotateFailed'),
      onDone: (answer) => setSecret(answer.secret),
    },
  )
  if (secret !== undefined) return <SecretDialog name={name} secret={secret} onClose={onClose} />
  return (
    <ConfirmDelete
      what={name}
      words={{ question: t('token.rotateQuestion'), confirm: t('token.rotateConfirm') }}
      disabledReason={offline}
      isBusy={isPending}
      isLockedWhileBusy
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>{t(isAtOnce ? 'token.rotateAtOnceHelp' : 'token.rotateHelp', { hours: OLD_TOKEN_HOURS })}</p>
      <Checkbox
        label={t('token.rotateAtOnce')}
        checked={isAtOnce}
        onChange={(event) => setAtOnce(event.currentTarget.checked)}
      />
    </ConfirmDelete>
  )
}
