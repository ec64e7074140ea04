import { createServiceToken, updateServiceToken } from '@aviary/contract/administration/endpoints'
import type { ServiceTokenInfo } from '@aviary/contract/administration/schemas'
import { SCOPES, type Scope } from '@aviary/contract/scopes'
import { Checkbox, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordDialog } from '../../ui/records/RecordDialog.tsx'
import classes from './administration.module.css'
import type { FormProps } from './EntityTile.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { useEntityForm } from './use-entity-form.ts'

/** `expires` is what the field takes: minutes, in UTC. */
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

type TokenFormProps = FormProps<ServiceTokenInfo> & { tokens: readonly ServiceTokenInfo[] }

/** A token of another system: its name, what it may do, and until when. A new one is shown once. */
export function TokenForm({ record, isDeleted, onClose, tokens }: TokenFormProps) {
  const { t } = useTranslation('administration')
  const [made, setMade] = useState<{ name: string; secret: string }>()
  const [isIncomplete, setIncomplete] = useState(false)
  const written = ({ name, scopes, expires }: Values) => {
    // The field knows no seconds: a time that was not touched stays to the second.
    const isSame = record && expires === valuesOf(record).expires
    const typed = expires === '' ? null : `${expires}:00Z`
    return { name: name.trim(), scopes, expires_date: isSame ? record.expires_date : typed }
  }
  const form = useEntityForm({
    entity: 'token',
    record,
    id: record?.token_id,
    valuesOf,
    empty: EMPTY,
    textsOf,
    names: { name: t('field.tokenName'), scopes: t('field.scopes'), expires: t('field.expires') },
    identifier: {
      field: 'name',
      textOf: ({ name }) => name,
      faultOf: (text) =>
        tokens.some((one) => one.token_id !== record?.token_id && one.name === text)
          ? t('alreadyExists', { identifier: t('field.tokenName') })
          : undefined,
    },
    create: createServiceToken,
    createBody: written,
    update: updateServiceToken,
    updateBody: (values, version) => ({ ...written(values), token_id: record?.token_id ?? 0, version }),
    onClose,
    onCreated: ({ token, secret }) => setMade({ name: token.name, secret }),
  })
  if (made) return <SecretDialog {...made} onClose={onClose} />
  const { name, scopes, expires } = form.edit.values
  const missing = () => {
    if (scopes.length === 0) return t('token.chooseScope')
    return isIncomplete ? t('token.expiresIncomplete') : undefined
  }
  // Half a time reads as none, and none as a token that never expires.
  const lookAtTime = (event: SyntheticEvent<HTMLInputElement>) =>
    setIncomplete(event.currentTarget.validity.badInput)
  return (
    <RecordDialog form={form} isDeleted={isDeleted} fault={form.fault ?? missing()}>
      <TextInput
        label={t('field.tokenName')}
        required
        maxLength={100}
        value={name}
        error={form.check.fault}
        onChange={(event) => form.edit.write({ name: event.currentTarget.value })}
        data-autofocus
      />
      <fieldset className={classes.pages}>
        <legend>{t('field.scopes')}</legend>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={scope}
            checked={scopes.includes(scope)}
            onChange={(event) => {
              const isChecked = event.currentTarget.checked
              form.edit.write({
                scopes: SCOPES.filter((one) => (one === scope ? isChecked : scopes.includes(one))),
              })
            }}
          />
        ))}
      </fieldset>
      <TextInput
        type="datetime-local"
        label={t('field.expires')}
        description={t('token.expiresHelp')}
        value={expires}
        error={isIncomplete ? t('token.expiresIncomplete') : undefined}
        onChange={(event) => {
          lookAtTime(event)
          form.edit.write({ expires: event.currentTarget.value })
        }}
        onKeyUp={lookAtTime}
        onBlur={lookAtTime}
      />
    </RecordDialog>
  )
}
