import { SECURITY_BODY_MAX_CHARACTERS, SECURITY_SUBJECT_MAX_CHARACTERS } from '@aviary/contract/constants'
import {
  createStagedEmail,
  type StagedEmail,
  updateStagedEmail,
} from '@aviary/contract/security/staging-endpoints'
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordDialog } from '../../../ui/records/RecordDialog.tsx'
import { type RecordProps, useRecordForm } from '../../../ui/records/use-record-form.ts'
import { CompanyHint } from '../companies/CompanyHint.tsx'
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
const toBody = ({ company_id, subject, body }: Values) => ({
  company_id: Number(company_id),
  subject: subject.trim(),
  body: body.trim(),
})

/** Whether the sanitized body has no readable text. */
const isBlank = (body: string): boolean =>
  new DOMParser().parseFromString(sanitizeEmailBody(body), 'text/html').body.textContent.trim() === ''

type StagedFormProps = RecordProps<StagedEmail> & { importId: number }

/** Adds an email to an import by hand, or edits one before it is promoted; its company cannot change (ADR 24). */
export function StagedForm({ importId, ...props }: StagedFormProps) {
  const { t } = useTranslation(['security-merge', 'security'])
  const { record } = props
  const names = { company_id: t('field.companyId'), subject: t('field.subject'), body: t('field.body') }
  const form = useRecordForm({
    ...props,
    valuesOf,
    empty: EMPTY,
    textsOf: ({ company_id, subject, body }) => ({
      company_id: company_id.trim(),
      subject: subject.trim(),
      body: body.trim(),
    }),
    names,
    create: createStagedEmail,
    createBody: (values) => ({ ...toBody(values), import_id: importId }),
    update: updateStagedEmail,
    updateBody: (values, { pkey, version }) => ({ ...toBody(values), staging_id: pkey, version }),
  })
  const { values, write } = form.edit
  const [blurred, setBlurred] = useState<readonly string[]>([])
  const onBlur = (field: string) => () => setBlurred((before) => [...before, field])
  const companyText = useCompanyFault(values.company_id)
  const noSubject = values.subject.trim() === '' ? t('staged.noSubject') : undefined
  const noBody = isBlank(values.body) ? t('staged.noBody') : undefined
  const promoted = record?.was_promoted === 'Y' ? t('staged.editPromoted') : undefined
  return (
    <RecordDialog form={form} fault={promoted ?? companyText ?? noSubject ?? noBody}>
      <TextInput
        label={names.company_id}
        description={record ? t('staged.companyStays') : undefined}
        required
        readOnly={record !== undefined}
        inputMode="numeric"
        maxLength={10}
        value={values.company_id}
        error={blurred.includes('company_id') && companyText}
        onBlur={onBlur('company_id')}
        onChange={(event) => write({ company_id: event.currentTarget.value })}
        data-autofocus={record === undefined || undefined}
      />
      <CompanyHint companyId={values.company_id} withReach />
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
          error={blurred.includes('body') && noBody}
          onBlur={onBlur('body')}
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
