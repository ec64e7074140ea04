import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../../shared/online.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DialogForm } from '../../../ui/DialogForm.tsx'
import { RequiredField } from '../RequiredField.tsx'
import { BadRowsReport } from '../upload/BadRowsReport.tsx'
import { ContentsBox, type ContentsHandle } from '../upload/ContentsBox.tsx'
import { FileField } from '../upload/FileField.tsx'
import { countLines } from '../upload/row-faults.ts'
import { UploadProgress } from '../upload/UploadProgress.tsx'
import uploadClasses from '../upload/upload.module.css'
import { CommChoice } from './CommChoice.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import classes from './imports.module.css'
import type { CommIds } from './path-ids.ts'
import { useImportForm } from './use-import-form.ts'

const LONGEST_TITLE = 300
const LONGEST_NAME = 255

/** Uploads a mail-merge file after previewing and correcting it (spec 3 §2, Mail merge management). */
export function UploadImport({ commIds, onClose }: { commIds: CommIds | 'all'; onClose: () => void }) {
  const { t } = useTranslation(['security-merge', 'security'])
  const offline = useOfflineReason()
  const form = useImportForm(commIds, onClose)
  const box = useRef<ContentsHandle>(null)
  const { values, change, upload, text, isLong } = form
  const isSending = upload.sending !== undefined
  const goToLine = (line: number) => box.current?.goToLine(line)
  const missing = (field: string) => t('security:required', { field })
  const fixed = () => {
    if (isLong) return t('contents.isLong')
    return isSending ? t('contents.sending') : undefined
  }
  return (
    <Dialog title={t('upload.title')} size="xl" isDirty={form.isDirty || isSending} onClose={form.leave}>
      {(close) => (
        <DialogForm
          submit={t('upload.submit')}
          reason={form.fault ?? offline}
          isBusy={isSending}
          onCancel={close}
          onSubmit={() => void form.submit()}
        >
          <FileField
            name={values.filename || undefined}
            help={t('upload.format')}
            fault={form.fileFault}
            isReading={form.isReading}
            isDisabled={isSending}
            isFirst
            onChoose={form.choose}
          />
          <div className={classes.columns}>
            <CommChoice
              secId={values.secId}
              commId={values.commId}
              isFixed={commIds !== 'all'}
              isDisabled={isSending}
              onChange={change}
            />
            <RequiredField
              label={t('security:field.title')}
              value={values.title}
              maxLength={LONGEST_TITLE}
              missing={missing(t('security:field.title'))}
              onChange={(title) => change({ title })}
            />
            <RequiredField
              label={t('field.filename')}
              value={values.filename}
              maxLength={LONGEST_NAME}
              missing={missing(t('field.filename'))}
              onChange={(filename) => change({ filename })}
            />
          </div>
          <div className={uploadClasses.beside}>
            <ContentsBox ref={box} text={text} readOnlyReason={fixed()} onChange={form.type} />
            {upload.badRows && (
              <BadRowsReport
                badRows={upload.badRows}
                title={t('toast.import.createFailed')}
                goTo={{ lastLine: countLines(text), run: goToLine }}
              />
            )}
          </div>
          <ImportPreview text={text} isLong={isLong} onLine={goToLine} />
          {upload.sending && <UploadProgress sending={upload.sending} onCancel={upload.cancel} />}
          {upload.wasCancelled && !isSending && <p role="status">{t('upload.givenUp')}</p>}
        </DialogForm>
      )}
    </Dialog>
  )
}
