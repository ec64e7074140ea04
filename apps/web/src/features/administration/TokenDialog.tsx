import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Input.css'
import { createServiceToken, editServiceToken } from '@aviary/contract/administration/endpoints'
import type { ServiceTokenInfo } from '@aviary/contract/administration/schemas'
import { SCOPES, type Scope } from '@aviary/contract/scopes'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import classes from './administration.module.css'
import { EditDialog } from './EditDialog.tsx'
import { useAdministrate } from './use-administration.ts'
import { useIdentifierCheck } from './use-identifier-check.ts'

type TokenDialogProps = {
  /** Undefined for a new one. */
  token: ServiceTokenInfo | undefined
  tokens: readonly ServiceTokenInfo[]
  onClose: () => void
}

type Values = { name: string; scopes: Scope[]; expires: string }

const valuesOf = (token: ServiceTokenInfo | undefined): Values => ({
  name: token?.name ?? '',
  scopes: SCOPES.filter((scope) => token?.scopes.includes(scope)),
  // What the field takes: minutes, in UTC.
  expires: token?.expires_date?.slice(0, 16) ?? '',
})

/** A token of another system: its name, what it may do, and until when. A new one is shown once. */
export function TokenDialog({ token, tokens, onClose }: TokenDialogProps) {
  const { t } = useTranslation('administration')
  const [values, setValues] = useState(() => valuesOf(token))
  const [secret, setSecret] = useState<string>()
  const write = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }))
  const check = useIdentifierCheck(values.name, (text) =>
    tokens.some((one) => one.token_id !== token?.token_id && one.name === text)
      ? t('alreadyExists', { identifier: t('field.tokenName') })
      : undefined,
  )
  const create = useAdministrate({
    endpoint: createServiceToken,
    done: t('toast.token.created'),
    failed: t('toast.token.createFailed'),
    onDone: (answer) => setSecret(answer.secret),
  })
  const update = useAdministrate({
    endpoint: editServiceToken,
    done: t('toast.token.edited'),
    failed: t('toast.token.editFailed'),
    onDone: onClose,
  })
  if (secret !== undefined) return <Secret name={values.name} secret={secret} onClose={onClose} />
  const body = {
    name: values.name.trim(),
    scopes: values.scopes,
    expires_date: values.expires === '' ? null : `${values.expires}:00Z`,
  }
  const missing = () => {
    if (body.name === '') return t('required', { field: t('field.tokenName') })
    return body.scopes.length === 0 ? t('token.chooseScope') : undefined
  }
  return (
    <EditDialog
      title={t(token ? 'token.edit' : 'token.create')}
      edit={{
        isDirty: JSON.stringify(values) !== JSON.stringify(valuesOf(token)),
        isOutdated: false,
        takeTheirs: () => undefined,
        keepMine: () => undefined,
      }}
      isNew={!token}
      missing={missing()}
      check={check}
      isBusy={create.isPending || update.isPending}
      onClose={onClose}
      onSubmit={() => (token ? update.mutate({ ...body, token_id: token.token_id }) : create.mutate(body))}
    >
      <TextInput
        label={t('field.tokenName')}
        required
        maxLength={100}
        value={values.name}
        error={check.fault}
        onChange={(event) => write({ name: event.currentTarget.value })}
        data-autofocus
      />
      <fieldset className={classes.pages}>
        <legend>{t('field.scopes')}</legend>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={scope}
            checked={values.scopes.includes(scope)}
            onChange={(event) => {
              const isChecked = event.currentTarget.checked
              write({
                scopes: SCOPES.filter((one) => (one === scope ? isChecked : values.scopes.includes(one))),
              })
            }}
          />
        ))}
      </fieldset>
      <TextInput
        type="datetime-local"
        label={t('field.expires')}
        description={t('token.expiresHelp')}
        value={values.expires}
        onChange={(event) => write({ expires: event.currentTarget.value })}
      />
    </EditDialog>
  )
}

function Secret({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const { t } = useTranslation('administration')
  const [isCopied, setCopied] = useState(false)
  return (
    <Dialog title={t('token.secret', { name })} onClose={onClose}>
      <div className={classes.form}>
        <p role="alert">{t('token.secretHelp')}</p>
        <code className={classes.secret}>{secret}</code>
        <Button
          variant="default"
          onClick={() => navigator.clipboard.writeText(secret).then(() => setCopied(true))}
        >
          {t(isCopied ? 'token.copied' : 'token.copy')}
        </Button>
        <Button onClick={onClose}>{t('token.kept')}</Button>
      </div>
    </Dialog>
  )
}
