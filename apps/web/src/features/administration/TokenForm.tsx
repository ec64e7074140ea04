import { createServiceToken, updateServiceToken } from '@aviary/contract/administration/endpoints'
import type { ServiceTokenInfo } from '@aviary/contract/administration/schemas'
import { SCOPES, type Scope } from '@aviary/contract/scopes'
import { TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { type RecordProps, useRecordForm } from '../../ui/records/use-record-form.ts'
import { ScopeFields } from './ScopeFields.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { useIdentifier } from './use-identifier.ts'

/** `expires`: the value of the input, UTC as `2026-08-20T14:43`; empty means never. */
type Values = { name: string; scopes: Scope[]; expires: string }

const EMPTY: Values = { name: '', scopes: [], expires: '' }
const valuesOf = (token: ServiceTokenInfo): Values => ({
  name: token.name,
  scopes: SCOPES.filter((scope) => token.scopes.includes(scope)),
  expires: token.expires_date?.slice(0, 16) ?? '',
})
const textsOf = ({ name, scopes, expires }: Values) => ({
  name: name.trim(),
  scopes: scopes.join(', '),
  expires: expires.replace('T', ' '),
})

type TokenFormProps = RecordProps<ServiceTokenInfo> & { tokens: readonly ServiceTokenInfo[] }

/** Creates or edits a token for another system; a new token is shown once. */
export function TokenForm({ tokens, ...props }: TokenFormProps) {
  const { t } = useTranslation('administration')
  const { record, onClose } = props
  const [created, setCreated] = useState<{ name: string; secret: string }>()
  const [isIncomplete, setIncomplete] = useState(false)
  const toBody = ({ name, scopes, expires }: Values) => {
    // The input has no seconds, so an unedited time keeps the stored value.
    const isSame = record && expires === valuesOf(record).expires
    const typed = expires === '' ? null : `${expires}:00Z`
    return { name: name.trim(), scopes, expires_date: isSame ? record.expires_date : typed }
  }
  const form = useRecordForm({
    ...props,
    valuesOf,
    empty: EMPTY,
    textsOf,
    names: { name: t('field.tokenName'), scopes: t('field.scopes'), expires: t('field.expires') },
    create: createServiceToken,
    createBody: toBody,
    update: updateServiceToken,
    updateBody: (values, { token_id, version }) => ({ ...toBody(values), token_id, version }),
    onCreated: ({ token, secret }) => setCreated({ name: token.name, secret }),
  })
  const { name, scopes, expires } = form.edit.values
  const identifier = useIdentifier({
    label: t('field.tokenName'),
    text: name,
    isTaken: (text) => tokens.some((token) => token.token_id !== record?.token_id && token.name === text),
  })
  if (created) return <SecretDialog {...created} onClose={onClose} />
  const missing = () => {
    if (scopes.length === 0) return t('token.chooseScope')
    return isIncomplete ? t('token.expiresIncomplete') : undefined
  }
  // A half-typed time has an empty value, which would mean that the token never expires.
  const checkTime = (event: SyntheticEvent<HTMLInputElement>) =>
    setIncomplete(event.currentTarget.validity.badInput)
  return (
    <RecordDialog form={form} fault={identifier.fault ?? missing()}>
      <TextInput
        label={t('field.tokenName')}
        required
        maxLength={100}
        value={name}
        error={identifier.error}
        onChange={(event) => form.edit.write({ name: event.currentTarget.value })}
        data-autofocus
      />
      <ScopeFields chosen={scopes} onChange={(chosen) => form.edit.write({ scopes: chosen })} />
      <TextInput
        type="datetime-local"
        label={t('field.expires')}
        description={t('token.expiresHelp')}
        value={expires}
        error={isIncomplete ? t('token.expiresIncomplete') : undefined}
        onChange={(event) => {
          checkTime(event)
          form.edit.write({ expires: event.currentTarget.value })
        }}
        onKeyUp={checkTime}
        onBlur={checkTime}
      />
    </RecordDialog>
  )
}
