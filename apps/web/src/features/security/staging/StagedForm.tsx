import { SECURITY_BODY_MAX_CHARACTERS, SECURITY_SUBJECT_MAX_CHARACTERS } from '@aviary/contract/constants'
import {
  createStagedEmail,
  type StagedEmail,
  stagedEmail,
  updateStagedEmail,
} from '@aviary/contract/security/staging-endpoints'
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isGatewayTimeout } from '../../../shared/api.ts'
import { RecordDialog } from '../../../ui/records/RecordDialog.tsx'
import { useRecordForm } from '../../../ui/records/use-record-form.ts'
import { EmailView } from '../emails/EmailView.tsx'
import { sanitizeEmailBody } from '../emails/sanitize-email.ts'
import { RequiredField } from '../RequiredField.tsx'
import { useCompanyFault } from '../use-company-fault.ts'
import classes from './staging.module.css'

type Values = { company_id: string; subject: string; body: string }

const EMPTY: Values = { company_id: '', subject: '', body: '' }
const valuesOf = ({ company_id, subject, body }: StagedEmail): Values => ({
  company_id: String(company_id),
  subject,
  body,
})
const written = ({ company_id, subject, body }: Values) => ({
  company_id: Number(company_id),
  subject: subject.trim(),
  body: body.trim(),
})

export const newStagedDraft = (importId: number): string => `security-staged-new-of-${importId}`
export const stagedDraft = (id: number): string => `security-staged-${id}`

/** Whether nothing is left to read of a body once it is as the policy has it. */
const isBlank = (body: string): boolean =>
  new DOMParser().parseFromString(sanitizeEmailBody(body), 'text/html').body.textContent.trim() === ''

type StagedFormProps = {
  importId: number
  record: StagedEmail | undefined
  isDeleted: boolean
  onClose: () => void
  onCurrent: (current: StagedEmail) => void
}

/** Adds an email to an import by hand, and changes one before it is promoted; its company stays as it is (ADR 24). */
export function StagedForm({ importId, record, isDeleted, onClose, onCurrent }: StagedFormProps) {
  const { t } = useTranslation(['security-merge', 'security'])
  const names = { company_id: t('field.companyId'), subject: t('field.subject'), body: t('field.body') }
  const form = useRecordForm({
    topic: 'security',
    draft: record ? stagedDraft(record.pkey) : newStagedDraft(importId),
    texts: {
      title: t(record ? 'staged.edit' : 'staged.create'),
      created: t('toast.staged.created'),
      // spec 3 §8: what a proxy gave up waiting for; sent again it is the same create.
      createFailed: (error) =>
        t(isGatewayTimeout(error) ? 'toast.staged.notCreated' : 'toast.staged.createFailed'),
      edited: t('toast.staged.edited'),
      editFailed: t('toast.staged.editFailed'),
    },
    record,
    valuesOf,
    empty: EMPTY,
    textsOf: ({ company_id, subject, body }) => ({
      company_id: company_id.trim(),
      subject: subject.trim(),
      body: body.trim(),
    }),
    names,
    create: createStagedEmail,
    createBody: (values) => ({ ...written(values), import_id: importId }),
    update: updateStagedEmail,
    updateBody: (values, version) => ({ ...written(values), staging_id: record?.pkey ?? 0, version }),
    onClose,
    onCurrent: (current) => {
      const read = stagedEmail.safeParse(current)
      if (read.success) onCurrent(read.data)
    },
  })
  const { values, write } = form.edit
  const [left, setLeft] = useState<readonly string[]>([])
  const leave = (field: string) => () => setLeft((before) => [...before, field])
  const companyText = useCompanyFault(values.company_id)
  const noSubject = values.subject.trim() === '' ? t('staged.noSubject') : undefined
  const noBody = isBlank(values.body) ? t('staged.noBody') : undefined
  const promoted = record?.was_promoted === 'Y' ? t('staged.editPromoted') : undefined
  return (
    <RecordDialog form={form} isDeleted={isDeleted} fault={promoted ?? companyText ?? noSubject ?? noBody}>
      <TextInput
        label={names.company_id}
        description={record ? t('staged.companyStays') : undefined}
        required
        readOnly={record !== undefined}
        inputMode="numeric"
        maxLength={10}
        value={values.company_id}
        error={left.includes('company_id') && companyText}
        onBlur={leave('company_id')}
        onChange={(event) => write({ company_id: event.currentTarget.value })}
        data-autofocus={record === undefined || undefined}
      />
      <RequiredField
        label={names.subject}
        value={values.subject}
        maxLength={SECURITY_SUBJECT_MAX_CHARACTERS}
        missing={t('staged.noSubject')}
        isFirst={record !== undefined}
        onChange={(subject) => write({ subject })}
      />
      <div className={classes.beside}>
        <Textarea
          label={names.body}
          description={t('staged.bodyHelp')}
          required
          rows={14}
          maxLength={SECURITY_BODY_MAX_CHARACTERS}
          spellCheck={false}
          classNames={{ input: classes.source ?? '' }}
          value={values.body}
          error={left.includes('body') && noBody}
          onBlur={leave('body')}
          onChange={(event) => write({ body: event.currentTarget.value })}
        />
        <section aria-label={t('review.mail')} className={classes.side}>
          <p className={classes.sideTitle}>{t('review.mail')}</p>
          <EmailView subject={values.subject} body={values.body} />
        </section>
      </div>
    </RecordDialog>
  )
}
