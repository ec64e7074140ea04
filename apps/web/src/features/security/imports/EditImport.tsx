import type { SecurityImport } from '@aviary/contract/security/import-endpoints'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { HelpedCheckbox } from '../../../ui/HelpedCheckbox.tsx'
import { RecordDialog } from '../../../ui/records/RecordDialog.tsx'
import type { RecordProps } from '../../../ui/records/use-record-form.ts'
import { WhenLoaded } from '../../../ui/WhenLoaded.tsx'
import { RequiredField } from '../RequiredField.tsx'
import { BadRowsReport } from '../upload/BadRowsReport.tsx'
import { ContentsBox, type ContentsHandle } from '../upload/ContentsBox.tsx'
import { countLines } from '../upload/row-faults.ts'
import uploadClasses from '../upload/upload.module.css'
import { useImportEdit } from './use-import-edit.ts'
import { type ImportText, useImportText } from './use-imports.ts'

const LONGEST_TITLE = 300
const LONGEST_NAME = 255

type EditImportProps = RecordProps<SecurityImport> & { record: SecurityImport }

/**
 * Edits title, file name and visibility of an import, and its contents while none of its emails is promoted.
 */
export function EditImport(props: EditImportProps) {
  const { t } = useTranslation('security-merge')
  const text = useImportText(props.record)
  return (
    <WhenLoaded title={t('import.edit')} needs={[text]} failure={t('data.error')} onClose={props.onClose}>
      {() => text.data && <ImportForm {...props} full={text.data} />}
    </WhenLoaded>
  )
}

function ImportForm({ full, ...props }: EditImportProps & { full: ImportText }) {
  const { t } = useTranslation(['security-merge', 'security'])
  const form = useImportEdit({ ...props, full })
  const box = useRef<ContentsHandle>(null)
  const { values, write } = form.edit
  const fixed = () => {
    // Contents that the person changed before the promotion stay editable, so that the change can be undone.
    if (props.record.promoted > 0 && !form.isDataChanged) return t('contents.promoted')
    return full.isLong ? t('contents.isLong') : undefined
  }
  const missing = (field: string) => t('security:required', { field })
  const fault = () => {
    if (values.title.trim() === '') return missing(t('security:field.title'))
    if (values.filename.trim() === '') return missing(t('field.filename'))
    if (!/\.csv$/i.test(values.filename.trim())) return t('upload.csvName')
    return form.text.trim() === '' ? missing(t('field.data')) : undefined
  }
  return (
    <RecordDialog form={form} fault={fault()}>
      <RequiredField
        label={t('security:field.title')}
        value={values.title}
        maxLength={LONGEST_TITLE}
        missing={missing(t('security:field.title'))}
        isFirst
        onChange={(title) => write({ title })}
      />
      <RequiredField
        label={t('field.filename')}
        value={values.filename}
        maxLength={LONGEST_NAME}
        missing={missing(t('field.filename'))}
        onChange={(filename) => write({ filename })}
      />
      <HelpedCheckbox
        label={t('security:field.isHidden')}
        help={t('import.hiddenHelp')}
        checked={values.is_hidden === 'Y'}
        onChange={(isChecked) => write({ is_hidden: isChecked ? 'Y' : 'N' })}
      />
      <div className={uploadClasses.beside}>
        <ContentsBox ref={box} text={form.text} readOnlyReason={fixed()} onChange={form.type} />
        {form.badRows && (
          <BadRowsReport
            badRows={form.badRows}
            title={t('toast.import.editFailed')}
            goTo={{ lastLine: countLines(form.text), run: (line) => box.current?.goToLine(line) }}
          />
        )}
      </div>
      {form.isDataChanged && <p className="muted">{t('import.restages')}</p>}
    </RecordDialog>
  )
}
