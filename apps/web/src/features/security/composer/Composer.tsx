import { SECURITY_SUBJECT_MAX_CHARACTERS } from '@aviary/contract/constants'
import { screens } from '@aviary/contract/screens'
import { TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../shared/may.ts'
import { useOfflineReason } from '../../../shared/online.ts'
import { ChangedMeanwhile, type ComparedField, Comparison } from '../../../ui/ChangedMeanwhile.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { CompanyHint } from '../companies/CompanyHint.tsx'
import { EmailView } from '../emails/EmailView.tsx'
import { useCompanyFault } from '../use-company-fault.ts'
import { BodyLines } from './BodyLines.tsx'
import { ComposerButtons } from './ComposerButtons.tsx'
import classes from './composer.module.css'
import { type ComposerFault, faultOf, readableBody } from './composer-values.ts'
import { MAX_SIZE } from './draft-lines.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { SentEmail } from './SentEmail.tsx'
import { type ComposerProps, useComposer } from './use-composer.ts'
import { useFocusKept } from './use-focus-kept.ts'

const MOST = { columns: MAX_SIZE.width, rows: MAX_SIZE.height }

/** The form of an email, beside its preview. */
export function Composer(props: ComposerProps) {
  const { t } = useTranslation(['security-emails', 'security', 'shell'])
  const { record, isDeleted = false } = props
  const composer = useComposer({ ...props, mayEmails: useMay()(screens.emails) })
  const { edit, body, isSaved, isBusy } = composer
  const { values, write } = edit
  const [blurred, setBlurred] = useState<readonly string[]>([])
  const onBlur = (field: string) => () => setBlurred((before) => [...before, field])
  // Deferred, so that drawing the preview does not slow down typing.
  const shown = { subject: useDeferredValue(values.subject), body: useDeferredValue(body) }
  const fault = faultOf(values, body)
  const toText = useFaultText(values.company_id)
  const isSent = record?.was_sent === 'Y'
  const keepFocus = useFocusKept(isBusy)
  // While saving, a push may report this very save; the newer version is then not a conflict.
  const isOutdated = edit.isOutdated && !isSent && !isBusy && !isSaved && !isDeleted
  const reason = useDisabledReason({
    ...composer,
    isSent,
    isDeleted,
    isOutdated,
    isNew: !record,
    // A missing comm is reported before empty fields, because filling them in would not help.
    fault: props.isCommGone ? t('noComm', { id: props.commId }) : toText(fault),
  })
  if (record && isSent && !edit.isDirty) return <SentEmail email={record} onBack={composer.goBack} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason || isBusy || isSaved) return
    keepFocus()
    composer.save()
  }
  const companyError = fault?.part === 'company' && blurred.includes('company_id') && toText(fault)
  return (
    <div className={classes.sides}>
      <LeaveGuard isDirty={edit.isDirty && !isSaved} onStay={composer.stay} onDiscard={edit.forget} />
      <Panel title={t('compose.form')}>
        <form className={classes.form} onSubmit={submit} noValidate aria-label={t('compose.form')}>
          {isOutdated && (
            <ChangedMeanwhile message={t('shell:form.changedMeanwhile')} edit={edit}>
              <Comparison fields={edit.theirChanges().map(toReadable)} />
            </ChangedMeanwhile>
          )}
          <fieldset className={classes.fields} disabled={isBusy || isSaved}>
            <TextInput
              label={t('security:field.companyId')}
              required
              inputMode="numeric"
              maxLength={10}
              value={values.company_id}
              readOnly={record !== undefined}
              description={record && t('compose.companyStays')}
              error={companyError}
              onBlur={onBlur('company_id')}
              onChange={(event) => write({ company_id: event.currentTarget.value })}
            />
            <CompanyHint companyId={values.company_id} withReach />
            <TextInput
              data-autofocus
              label={t('field.subject')}
              required
              maxLength={SECURITY_SUBJECT_MAX_CHARACTERS}
              value={values.subject}
              error={blurred.includes('subject') && values.subject.trim() === '' && t('subjectEmpty')}
              onBlur={onBlur('subject')}
              onChange={(event) => write({ subject: event.currentTarget.value })}
            />
            <BodyLines
              lines={values.lines}
              error={fault?.part === 'body' && blurred.includes('body') ? toText(fault) : undefined}
              onLeave={onBlur('body')}
              onChange={(lines) => write({ lines })}
            />
          </fieldset>
          <ComposerButtons reason={reason} isBusy={isBusy || isSaved} onBack={composer.goBack} />
        </form>
      </Panel>
      <Panel title={t('preview.mail')} className={classes.preview}>
        <EmailView {...shown} />
      </Panel>
    </div>
  )
}

/** Shows a body as text with line breaks instead of HTML. */
function toReadable({ key, name, theirs, mine }: ComparedField): ComparedField {
  if (key !== 'lines') return { key, name, theirs, mine }
  const inLines = (body: ReactNode) =>
    typeof body === 'string' && <span className={classes.lines}>{readableBody(body)}</span>
  return { key, name, theirs: inLines(theirs), mine: mine === undefined ? undefined : inLines(mine) }
}

function useFaultText(companyId: string): (fault: ComposerFault | undefined) => string | undefined {
  const { t } = useTranslation('security-emails')
  const company = useCompanyFault(companyId)
  return (fault) => {
    if (!fault) return undefined
    if (fault.part === 'subject') return t('subjectEmpty')
    if (fault.part === 'body') return t(`body.${fault.fault}`)
    if (fault.part === 'table') return t(`table.${fault.fault}`, MOST)
    return company
  }
}

type DisabledReasonInput = Pick<ReturnType<typeof useComposer>, 'edit'> & {
  isSent: boolean
  isDeleted: boolean
  isOutdated: boolean
  isNew: boolean
  fault: string | undefined
}

/** Why the email cannot be saved now. */
function useDisabledReason({
  edit,
  isSent,
  isDeleted,
  isOutdated,
  isNew,
  fault,
}: DisabledReasonInput): string | undefined {
  const { t } = useTranslation(['security-emails', 'shell'])
  const offline = useOfflineReason()
  if (isDeleted) return t('shell:form.deleted')
  if (isSent) return t('compose.sentMeanwhile')
  if (fault) return fault
  if (!isNew && !edit.isDirty) return t('shell:form.mustModify')
  return isOutdated ? t('shell:form.decide') : offline
}
