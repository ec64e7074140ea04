import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { JAPANESE } from '@aviary/contract/messages/body'
import type { MailedMessage } from '@aviary/contract/messages/correction-endpoints'
import { internalTypes, messagesOf, offeredTypes } from '@aviary/contract/messages/rules'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { bodyInForm, isBlank } from '@aviary/contract/messages/typed-body'
import { Group, NativeSelect, Radio, Textarea } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../shared/api.ts'
import { useAudienceName } from '../../shared/audience.ts'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { localesQuery } from '../../shared/settings.ts'
import { useCount } from '../../shared/use-count.ts'
import { BodyField } from '../../ui/body/BodyField.tsx'
import { shownText } from '../../ui/body/formatting.ts'
import { ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { LoadError } from '../../ui/Loaded.tsx'
import { MessageDifference, type MessageVersion } from '../../ui/MessageDifference.tsx'
import { UtcTimeField } from '../../ui/UtcTimeField.tsx'
import { LivePreview, WriteOrPreview } from '../deliveries/public.ts'
import { isWithoutText } from './draft.ts'
import { useNextUpdateFault } from './EmailFields.tsx'
import type { useEditedMessage } from './edited-message.ts'
import { JapaneseBody } from './JapaneseBody.tsx'
import { MailedNotice } from './MailedNotice.tsx'
import { MessageChanged } from './MessageChanged.tsx'
import classes from './messages.module.css'
import { toTypeOption } from './type-option.ts'
import { type CorrectionDraft, needsTranslation, useLiveCorrection } from './use-corrections.ts'
import { useFormLists } from './use-messages.ts'

/** Whether a fault rules out a mail preview. A preview is possible before a `way` of saving is chosen. */
const preventsMail = (fault: string | undefined): fault is Exclude<typeof fault, undefined> =>
  fault !== undefined && fault !== 'missing.way'

/** How a mailed message is changed: on the pages only, or with a correction by mail. */
export type Way = 'text' | 'correction'

type EditFormProps = {
  message: ManagedMessage
  isNewest: boolean
  isInternal: boolean
  edit: ReturnType<typeof useEditedMessage>
  mailed: UseQueryResult<MailedMessage>
  way: Way | undefined
  /** The edit as a request, for saving and for the preview. */
  changes: CorrectionDraft
  onWay: (way: Way) => void
  isBusy: boolean
  onCancel: () => void
  onSubmit: () => void
}

export function EditForm(props: EditFormProps) {
  const { message, isNewest, isInternal, edit, mailed, way, isBusy, onCancel, onSubmit } = props
  const { t } = useTranslation('messages')
  const offline = useOfflineReason()
  const types = useTypes(message, isInternal)
  const locales = useQuery(localesQuery).data ?? []
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
  const isEmpty = isBlank(edit.text)
  const mayCorrect = useMay()(messagesOf[message.priorityType].create)
  const mustChooseWay = mayCorrect && mailed.data !== undefined && mailed.data.mailed_date !== null
  const findFault = () => {
    if (isEmpty) return 'form.valueMissing'
    if (isEnglish && isWithoutText(edit.japanese)) return 'missing.bodyJa'
    if (edit.isSame) return 'form.mustChange'
    if (edit.isOutdated) return 'form.decide'
    if (mailed.isPending) return 'missing.mailed'
    return mustChooseWay && !way ? 'missing.way' : undefined
  }
  const fault = findFault()
  const dueFault = useNextUpdateFault({ nextUpdateDue: edit.isDueMine ? edit.due : undefined })
  const isRenewed = edit.relocalize === 'Y' && !edit.myTexts.includes(JAPANESE) && edit.japanese !== ''
  return (
    <DialogForm
      submit={t(way === 'correction' ? 'form.toConfirm' : 'form.save')}
      reason={fault ? t(fault) : (dueFault ?? offline)}
      isBusy={isBusy}
      onCancel={onCancel}
      onSubmit={onSubmit}
    >
      <LoadError query={mailed} failure={t('mailed.error')} />
      {edit.isOutdated && <MessageChanged current={message} edit={edit} />}
      <WriteOrPreview
        preview={
          <CorrectionPreview
            {...{ mailed, way, changes: props.changes }}
            isPossible={mustChooseWay}
            reason={preventsMail(fault) ? t(fault) : dueFault}
            isUnchanged={fault === 'form.mustChange'}
          />
        }
      >
        {mailed.data && <MailedNotice mailed={mailed.data} jiraId={message.jira_id} />}
        <div className={classes.beside}>
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
        </div>
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
            value={shownText(bodyInForm(message.body[FALLBACK_LOCALE] ?? ''))}
          />
        )}
        <BodyField
          key={edit.language}
          lang={edit.language}
          label={t('form.body')}
          textHelp={t('form.bodyHelp')}
          required
          rows={10}
          value={edit.text}
          error={isEmpty && isTouched && t('form.bodyError')}
          onBlur={() => setTouchedLanguage(edit.language)}
          onChange={(text) => edit.write(text)}
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
        {(isNewest || edit.base.due || edit.isDueMine) && (
          <UtcTimeField
            label={t('form.nextUpdateDue')}
            value={edit.due}
            emptyHelp={edit.base.due && t('form.dueTakenBack')}
            error={dueFault}
            onChange={(due) => edit.change({ due })}
          />
        )}
        {edit.isDirty && !edit.isOutdated && (
          <section className={classes.changes} aria-label={t('form.changes')}>
            <h3>{t('form.changes')}</h3>
            <MessageDifference
              before={toStored(message)}
              after={edit.version}
              words={{ due: t('form.nextUpdateDue'), noDue: t('form.noDue') }}
            />
          </section>
        )}
        {mustChooseWay && <ChooseWay mailed={mailed.data} way={way} onWay={props.onWay} />}
      </WriteOrPreview>
    </DialogForm>
  )
}

const toStored = ({ message_type, body, next_update_due }: ManagedMessage): MessageVersion => ({
  ...{ type: message_type, body, nextUpdateDue: next_update_due },
})

type ChooseWayProps = { mailed: MailedMessage | undefined; way: Way | undefined; onWay: (way: Way) => void }

function ChooseWay({ mailed, way, onWay }: ChooseWayProps) {
  const { t } = useTranslation('messages')
  const getAudienceName = useAudienceName()
  const number = useCount()
  const people = (mailed?.people ?? 0) + (mailed?.waiting ?? 0)
  return (
    <ChoiceCards
      label={t('way.title')}
      value={way ?? ''}
      choices={[
        { value: 'text', label: t('way.text'), description: t('way.textHelp') },
        {
          value: 'correction',
          label: t('way.correction'),
          description: t('way.correctionHelp', {
            ...{ count: people, number: number(people) },
            audience: mailed?.audience && getAudienceName(mailed.audience),
          }),
        },
      ]}
      onChange={onWay}
    />
  )
}

type CorrectionPreviewProps = Pick<EditFormProps, 'mailed' | 'way' | 'changes'> & {
  /** Whether the message was mailed, and this person may mail a correction. */
  isPossible: boolean
  isUnchanged: boolean
  /** Why the changes cannot be mailed. */
  reason: string | undefined
}

/** The mails that would correct the message, or why there are none. */
function CorrectionPreview(props: CorrectionPreviewProps) {
  const { mailed, way, changes, isPossible, isUnchanged, reason } = props
  const { t } = useTranslation('messages')
  const isMailed = isPossible && way !== 'text'
  const isTranslated = needsTranslation(changes)
  const isShown = isMailed && !isUnchanged && !reason && !isTranslated
  const { data, error, isPaused } = useLiveCorrection(isShown ? changes : undefined)
  const offline = useOfflineReason()
  const explain = () => {
    if (!mailed.data) return undefined
    if (!isMailed) return t('way.textHelp')
    if (isUnchanged) return t('correction.none')
    if (isTranslated) return reason ?? t('correction.translated')
    return error ? getErrorMessage(error) : (reason ?? offline)
  }
  return (
    <LivePreview
      preview={error ? undefined : data}
      error={isPaused ? new Error(offline) : null}
      none={explain()}
    />
  )
}

/** The types that can be chosen, always including the message's current type. */
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
