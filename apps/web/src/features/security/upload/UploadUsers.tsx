import { cutFromEnd } from '@aviary/contract/cut-text'
import type { AnswerOf } from '@aviary/contract/endpoint'
import { uploadSecurityUsers } from '@aviary/contract/security/user-endpoints'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isGatewayTimeout } from '../../../shared/api.ts'
import { useOfflineReason } from '../../../shared/online.ts'
import { useCount } from '../../../shared/use-count.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DialogForm } from '../../../ui/DialogForm.tsx'
import { BadRowsReport } from './BadRowsReport.tsx'
import { FileField } from './FileField.tsx'
import { isUnchanged } from './read-csv-file.ts'
import { UploadProgress } from './UploadProgress.tsx'
import classes from './upload.module.css'
import { useChosenFile } from './use-chosen-file.ts'
import { useFileTexts } from './use-file-texts.ts'
import { useUpload } from './use-upload.ts'

type Result = AnswerOf<typeof uploadSecurityUsers>

/** Imports a file of security users and reports the result. */
export function UploadUsers({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('security-merge')
  const offline = useOfflineReason()
  const { faultText } = useFileTexts()
  const [file, setFile] = useState<File>()
  const [result, setResult] = useState<Result>()
  const chosen = useChosenFile((read) => {
    setFile(read.file)
    upload.forget()
  })
  const upload = useUpload({
    endpoint: uploadSecurityUsers,
    createdAs: 'security-users-upload',
    done: () => t('toast.users.imported'),
    failed: (error) => t(isGatewayTimeout(error) ? 'toast.users.notImported' : 'toast.users.importFailed'),
    onDone: setResult,
  })
  const isSending = upload.sending !== undefined
  const disabledReason = () => {
    if (chosen.isReading) return t('file.reading')
    return file && !chosen.fault ? offline : t('users.needFile')
  }
  const reason = disabledReason()
  const submit = async () => {
    if (!file) return
    // A file that was moved or changed after it was chosen is read again, which reports the fault.
    if (!(await isUnchanged(file))) return chosen.choose(file)
    const { name, size, lastModified } = file
    upload.start({
      file,
      query: { filename: cutFromEnd(name, LONGEST_NAME) },
      content: [name, size, lastModified],
    })
  }
  if (result)
    return (
      <Dialog title={t('users.title')} onClose={onClose}>
        <UploadResult result={result} onClose={onClose} />
      </Dialog>
    )
  return (
    <Dialog title={t('users.title')} size="xl" isDirty={file !== undefined} onClose={onClose}>
      {(close) => (
        <DialogForm
          submit={t('users.submit')}
          reason={reason}
          isBusy={isSending}
          onCancel={close}
          onSubmit={() => void submit()}
        >
          <FileField
            name={file?.name}
            help={t('users.format')}
            fault={faultText(chosen.fault)}
            isReading={chosen.isReading}
            isDisabled={isSending}
            isFirst
            onChoose={chosen.choose}
          />
          <pre className={classes.example} translate="no">
            {EXAMPLE}
          </pre>
          {upload.badRows && <BadRowsReport badRows={upload.badRows} title={t('toast.users.importFailed')} />}
          {upload.sending && <UploadProgress sending={upload.sending} onCancel={upload.cancel} />}
          {upload.wasCancelled && !isSending && <p role="status">{t('upload.givenUp')}</p>}
        </DialogForm>
      )}
    </Dialog>
  )
}

const LONGEST_NAME = 255
const EXAMPLE = 'company_id,email,active\n41,security@customer.example,Y\n42,it@other.example,N'

function UploadResult({ result, onClose }: { result: Result; onClose: () => void }) {
  const { t } = useTranslation(['security-merge', 'shell'])
  const count = useCount()
  return (
    <>
      <p role="status">
        {t('users.result', {
          added: count(result.added),
          changed: count(result.changed),
          unchanged: count(result.unchanged),
        })}
      </p>
      {result.unknown_companies > 0 && (
        <p className={classes.warning}>
          {t('companies.unknown', {
            count: result.unknown_companies,
            number: count(result.unknown_companies),
          })}
        </p>
      )}
      <Button onClick={onClose} data-autofocus>
        {t('shell:close')}
      </Button>
    </>
  )
}
