import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Radio.css'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { bodyFromText, bodyPreview } from '@aviary/contract/messages/body'
import { offeredTypes } from '@aviary/contract/messages/rules'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { Button, Group, NativeSelect, Radio, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../shared/online.ts'
import { useMay } from '../../shared/session.ts'
import { localesQuery } from '../../shared/settings.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import classes from './messages.module.css'
import { useFormLists, useUpdateMessage } from './use-messages.ts'

type UpdateMessageProps = { message: ManagedMessage; isInternal: boolean; onClose: () => void }

export function UpdateMessage({ message, isInternal, onClose }: UpdateMessageProps) {
  const { t } = useTranslation(['messages', 'shell'])
  const isOnline = useOnline()
  const types = useTypes(message, isInternal)
  const locales = useQuery(localesQuery).data ?? []
  const update = useUpdateMessage(onClose)
  const [edited] = useState(message)
  const [type, setType] = useState(message.message_type)
  const [language, setLanguage] = useState<string>(FALLBACK_LOCALE)
  const [relocalize, setRelocalize] = useState<'Y' | 'N'>('N')
  const [body, setBody] = useState(message.body[FALLBACK_LOCALE] ?? '')
  const chooseLanguage = (next: string) => {
    setLanguage(next)
    setBody(message.body[next] ?? '')
    // spec 1 §2.9: another language than English forces N
    if (next !== FALLBACK_LOCALE) setRelocalize('N')
  }
  const chooseRelocalize = (next: string) => {
    setRelocalize(next === 'Y' ? 'Y' : 'N')
    // spec 1 §2.9: Y reloads the English body
    if (next === 'Y') setBody(message.body[FALLBACK_LOCALE] ?? '')
  }
  const isEmpty = bodyPreview(body, 1) === ''
  const isSame = type === edited.message_type && body === (edited.body[language] ?? '') && relocalize === 'N'
  const fault = isEmpty ? 'valueMissing' : isSame ? 'mustChange' : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fault || !isOnline) return
    update.mutate({
      message_id: message.id,
      jira_id: message.jira_id,
      priority_type: message.priorityType,
      message_type: type,
      body: bodyFromText(body),
      language,
      relocalize,
      is_test: 'N',
      broadcast: 'N',
      version: edited.version,
    })
  }
  return (
    <Dialog title={t('form.updateTitle')} size="xl" onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        {message.version !== edited.version && (
          <div role="alert" className={classes.audience}>
            <p>{t('form.changedMeanwhile', { who: message.updated_by ?? '' })}</p>
            <p>{bodyPreview(message.body[language] ?? '', 1_000)}</p>
          </div>
        )}
        <NativeSelect
          label={t('form.type')}
          required
          data-autofocus
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
          data={types}
        />
        <NativeSelect
          label={t('form.language')}
          value={language}
          onChange={(event) => chooseLanguage(event.currentTarget.value)}
          data={locales.map(({ system_key, display_name }) => ({ value: system_key, label: display_name }))}
        />
        {language === FALLBACK_LOCALE && (
          <Radio.Group
            label={t('form.relocalize')}
            description={t('form.relocalizeHelp')}
            value={relocalize}
            onChange={chooseRelocalize}
          >
            <Group mt={4}>
              <Radio value="Y" label={t('form.yes')} />
              <Radio value="N" label={t('form.no')} />
            </Group>
          </Radio.Group>
        )}
        <Textarea
          label={t('form.body')}
          description={t('form.bodyHelp')}
          required
          rows={10}
          maxLength={100_000}
          value={body}
          error={isEmpty && t('form.bodyError')}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" disabled={Boolean(fault) || update.isPending || !isOnline}>
            {t('form.save')}
          </Button>
        </div>
        {(fault || !isOnline) && (
          <p className="muted" role="status">
            {fault ? t(`form.${fault}`) : t('shell:offline')}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** The types that may be chosen; the message's own is among them, whatever its source called it. */
function useTypes(message: ManagedMessage, isInternalIncident: boolean): string[] {
  const may = useMay()
  const { types } = useFormLists()
  const mayUseInternal = may('create_is_internal_message') || may('edit_is_internal_message')
  const all = types?.[message.priorityType].alert_types ?? []
  const names = offeredTypes(all, { isInternalIncident, mayUseInternal }).map(({ name }) => name)
  return names.includes(message.message_type) ? names : [message.message_type, ...names]
}
