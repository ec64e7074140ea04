import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { bodyPreview, JAPANESE } from '@aviary/contract/messages/body'
import { internalTypes, offeredTypes } from '@aviary/contract/messages/rules'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { Group, NativeSelect, Radio, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { localesQuery } from '../../shared/settings.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { isWithoutText } from './draft.ts'
import { useEditedMessage } from './edited-message.ts'
import { JapaneseBody } from './JapaneseBody.tsx'
import { MessageChanged } from './MessageChanged.tsx'
import { toTypeOption } from './type-option.ts'
import { useFormLists, useUpdateMessage } from './use-messages.ts'

type UpdateMessageProps = { message: ManagedMessage; isInternal: boolean; onClose: () => void }

export function UpdateMessage({ message, isInternal, onClose }: UpdateMessageProps) {
  const { t } = useTranslation('messages')
  const offline = useOfflineReason()
  const types = useTypes(message, isInternal)
  const locales = useQuery(localesQuery).data ?? []
  const edit = useEditedMessage(message, FALLBACK_LOCALE)
  const leave = () => {
    edit.forget()
    onClose()
  }
  const update = useUpdateMessage((saved) => {
    if (!edit.continueAfterSave(saved)) leave()
  })
  const chooseLanguage = (language: string) =>
    // spec 1 §2.9: any language other than English forces N
    edit.change({ language, ...(language === FALLBACK_LOCALE ? {} : { relocalize: 'N' }) })
  const chooseRelocalize = (choice: string) => {
    edit.change({ relocalize: choice === 'Y' ? 'Y' : 'N' })
    // spec 1 §2.9: Y reloads the English body
    if (choice === 'Y') edit.reread(FALLBACK_LOCALE)
  }
  const isEnglish = edit.language === FALLBACK_LOCALE
  const [touchedLanguage, setTouchedLanguage] = useState('')
  const isTouched = touchedLanguage === edit.language || edit.typed[edit.language] !== undefined
  const isEmpty = bodyPreview(edit.text, 1) === ''
  const findFault = () => {
    if (isEmpty) return 'form.valueMissing'
    if (isEnglish && isWithoutText(edit.japanese)) return 'missing.bodyJa'
    if (edit.isSame) return 'form.mustChange'
    return edit.isOutdated ? 'form.decide' : undefined
  }
  const fault = findFault()
  const reason = fault ? t(fault) : offline
  const isRenewed = edit.relocalize === 'Y' && !edit.myTexts.includes(JAPANESE) && edit.japanese !== ''
  const submit = () =>
    update.mutate({
      message_id: message.id,
      jira_id: message.jira_id,
      priority_type: message.priorityType,
      message_type: edit.type,
      body: edit.body,
      language: edit.language,
      relocalize: edit.relocalize,
      is_test: 'N',
      broadcast: 'N',
      version: edit.base.version,
    })
  return (
    <Dialog title={t('form.updateTitle')} size="xl" isDirty={edit.isDirty} onClose={leave}>
      {(close) => (
        <DialogForm
          submit={t('form.save')}
          reason={reason}
          isBusy={update.isPending}
          onCancel={close}
          onSubmit={submit}
        >
          {edit.isOutdated && <MessageChanged current={message} edit={edit} />}
          <NativeSelect
            label={t('form.type')}
            required
            data-autofocus
            value={edit.type}
            onChange={(event) => edit.change({ type: event.currentTarget.value })}
            data={types}
          />
          <NativeSelect
            label={t('form.language')}
            value={edit.language}
            onChange={(event) => chooseLanguage(event.currentTarget.value)}
            data={locales.map(({ system_key, display_name }) => ({ value: system_key, label: display_name }))}
          />
          {isEnglish && (
            <Radio.Group
              label={t('form.relocalize')}
              description={t('form.relocalizeHelp')}
              value={edit.relocalize}
              onChange={chooseRelocalize}
            >
              <Group mt={4}>
                <Radio value="Y" label={t('form.yes')} />
                <Radio value="N" label={t('form.no')} />
              </Group>
            </Radio.Group>
          )}
          {!isEnglish && (
            <Textarea
              lang={FALLBACK_LOCALE}
              label={t('form.englishText')}
              readOnly
              rows={6}
              value={message.body[FALLBACK_LOCALE] ?? ''}
            />
          )}
          <Textarea
            lang={edit.language}
            label={t('form.body')}
            description={t('form.bodyHelp')}
            required
            rows={10}
            maxLength={100_000}
            value={edit.text}
            error={isEmpty && isTouched && t('form.bodyError')}
            onBlur={() => setTouchedLanguage(edit.language)}
            onChange={(event) => edit.write(event.currentTarget.value)}
          />
          {isEnglish && (
            <JapaneseBody
              value={edit.japanese}
              hasStored={edit.hasStoredJapanese}
              texts={{
                add: t('form.addBodyJa'),
                label: t('form.bodyJa'),
                help: t(isRenewed ? 'form.bodyJaRenewed' : 'form.bodyJaHelp'),
                fault: t('missing.bodyJa'),
              }}
              onChange={(next) => edit.write(next, JAPANESE)}
            />
          )}
        </DialogForm>
      )}
    </Dialog>
  )
}

/** The types that can be chosen; the message's current type is always included, even if unknown here. */
function useTypes(message: ManagedMessage, isInternalIncident: boolean) {
  const { types } = useFormLists()
  const mayUseInternal = useMay()(internalTypes)
  const all = types?.[message.priorityType].alert_types ?? []
  const { i18n } = useTranslation()
  const offered = offeredTypes(all, { isInternalIncident, mayUseInternal })
  const own = { name: message.message_type }
  const isOffered = offered.some(({ name }) => name === own.name)
  return (isOffered ? offered : [own, ...offered]).map((type) => toTypeOption(type, i18n.language))
}
