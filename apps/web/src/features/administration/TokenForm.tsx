import type { createPersonalToken } from '@aviary/contract/administration/personal-token-endpoints'
import type { ServiceTokenInfo } from '@aviary/contract/administration/schemas'
import type { createServiceToken } from '@aviary/contract/administration/service-token-endpoints'
import type { CallInput } from '@aviary/contract/client'
import type { Endpoint } from '@aviary/contract/endpoint'
import { SCOPES, type Scope } from '@aviary/contract/scopes'
import { TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nowMs } from '../../shared/time/clock.ts'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import { type RecordProps, useRecordForm } from '../../ui/records/use-record-form.ts'
import { ScopeFields } from './ScopeFields.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { useIdentifier } from './use-identifier.ts'

/** `expires`: the value of the input, UTC as `2026-08-20T14:43`; empty means never. */
type Values = { name: string; scopes: Scope[]; expires: string }

/** `expires_date`: null means never. */
export type TokenFields = { name: string; scopes: Scope[]; expires_date: string | null }

const DAY_MS = 24 * 60 * 60_000
const toInput = (ms: number): string => new Date(ms).toISOString().slice(0, 16)
/** The end of a new token that has to have one, unless its person chooses another. */
const USUAL_DAYS = 90

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

type Create = typeof createServiceToken | typeof createPersonalToken
type TokenFormProps<C extends Create, U extends Endpoint> = RecordProps<ServiceTokenInfo> & {
  /** Those among which the name must be unique. */
  tokens: readonly ServiceTokenInfo[]
  offered: readonly Scope[]
  allowed?: readonly string[]
  /** The token must end within so many days; if omitted, it need not end. */
  largestDays?: number
  create: C
  update: U
  createBody: (fields: TokenFields) => CallInput<C>['body']
  /** `edit`: the token, and the version that the edit is based on. */
  updateBody: (
    fields: TokenFields,
    edit: Pick<ServiceTokenInfo, 'token_id' | 'version'>,
  ) => CallInput<U>['body']
}

/** Creates or edits a token; a new one is shown once. */
export function TokenForm<C extends Create, U extends Endpoint>(props: TokenFormProps<C, U>) {
  const { t } = useTranslation('administration')
  const { tokens, offered, allowed, largestDays, record, onClose } = props
  const [created, setCreated] = useState<{ name: string; secret: string }>()
  const [isIncomplete, setIncomplete] = useState(false)
  const [empty] = useState<Values>(() => ({
    ...{ name: '', scopes: [] },
    expires: largestDays === undefined ? '' : toInput(nowMs() + USUAL_DAYS * DAY_MS),
  }))
  const toFields = ({ name, scopes, expires }: Values): TokenFields => {
    // The input has no seconds, so an unedited time keeps the stored value.
    const isSame = record && expires === valuesOf(record).expires
    const typed = expires === '' ? null : `${expires}:00Z`
    return { name: name.trim(), scopes, expires_date: isSame ? record.expires_date : typed }
  }
  const form = useRecordForm({
    ...props,
    valuesOf,
    empty,
    textsOf,
    names: { name: t('field.tokenName'), scopes: t('field.scopes'), expires: t('field.expires') },
    createBody: (values) => props.createBody(toFields(values)),
    updateBody: (values, { token_id, version }) => props.updateBody(toFields(values), { token_id, version }),
    onCreated: ({ token, secret }) => setCreated({ name: token.name, secret }),
  })
  const { name, scopes, expires } = form.edit.values
  const identifier = useIdentifier({
    label: t('field.tokenName'),
    text: name,
    isTaken: (text) => tokens.some((token) => token.token_id !== record?.token_id && token.name === text),
  })
  if (created) return <SecretDialog {...created} onClose={onClose} />
  const expiryFault = () => {
    if (isIncomplete) return t('token.expiresIncomplete')
    if (largestDays === undefined) return undefined
    if (expires === '') return t('required', { field: t('field.expires') })
    return expires > toInput(nowMs() + largestDays * DAY_MS)
      ? t('ownToken.expiresHelp', { days: largestDays })
      : undefined
  }
  const missing = () => (scopes.length === 0 ? t('token.chooseScope') : expiryFault())
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
      <ScopeFields
        offered={offered}
        allowed={allowed}
        chosen={scopes}
        onChange={(chosen) => form.edit.write({ scopes: chosen })}
      />
      <TextInput
        type="datetime-local"
        label={t('field.expires')}
        required={largestDays !== undefined}
        description={
          largestDays === undefined
            ? t('token.expiresHelp')
            : t('ownToken.expiresHelp', { days: largestDays })
        }
        value={expires}
        error={expiryFault()}
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
