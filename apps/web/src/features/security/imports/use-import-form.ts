import { uploadImport } from '@aviary/contract/security/import-endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isGatewayTimeout } from '../../../shared/api.ts'
import { useDraft } from '../../../shared/saving/use-draft.ts'
import { useKeptText } from '../../../shared/saving/use-kept-text.ts'
import { useReachText } from '../companies/use-reach-text.ts'
import { fingerprint } from '../upload/fingerprint.ts'
import { isUnchanged, type ReadCsv } from '../upload/read-csv-file.ts'
import { useChosenFile } from '../upload/use-chosen-file.ts'
import { useFileTexts } from '../upload/use-file-texts.ts'
import { useUpload } from '../upload/use-upload.ts'
import type { CommIds } from './path-ids.ts'

/** Draft names of a new import. The contents have their own draft, because they are long. */
export const newImportDrafts = (commIds: CommIds | 'all'): { fields: string; data: string } => {
  const fields = `security-import-new${commIds === 'all' ? '' : `-of-${commIds.commId}`}`
  return { fields, data: `${fields}-data` }
}

const toTitle = (filename: string): string => filename.replace(/\.csv$/i, '')

type Fields = { title: string; secId: string; commId: string; filename: string }

/** State of the form for a new import: typed values, chosen file and upload. */
export function useImportForm(commIds: CommIds | 'all', onClose: () => void) {
  const { t } = useTranslation('security-merge')
  const drafts = newImportDrafts(commIds)
  const ids =
    commIds === 'all'
      ? { secId: '', commId: '' }
      : { secId: String(commIds.secId), commId: String(commIds.commId) }
  const { values, change, forget } = useDraft<Fields>(drafts.fields, { title: '', filename: '', ...ids })
  const contents = useKeptText(drafts.data, '')
  // A file too long to be stored as a draft is lost when the person leaves the page.
  const [longFile, setLongFile] = useState<ReadCsv>()
  const applyFile = (read: ReadCsv) => {
    const { name } = read.file
    // A title that equals the previous file's name was not typed, so the new name replaces it.
    const isTyped = !['', toTitle(values.filename)].includes(values.title.trim())
    change({ filename: name, ...(isTyped ? {} : { title: toTitle(name) }) })
    setLongFile(read.isLong ? read : undefined)
    if (read.isLong) contents.forget()
    contents.change(read.isLong ? '' : read.text)
    upload.forget()
  }
  const chosen = useChosenFile(applyFile)
  const leave = () => {
    forget()
    contents.forget()
    onClose()
  }
  const toReachText = useReachText()
  const upload = useUpload({
    endpoint: uploadImport,
    createdAs: drafts.fields,
    done: () => t('toast.import.created'),
    note: ({ reach }) => reach && toReachText(reach),
    // spec 3 §8: after a gateway timeout the import may exist; sending again creates no second one.
    failed: (error) => t(isGatewayTimeout(error) ? 'toast.import.notCreated' : 'toast.import.createFailed'),
    onDone: leave,
  })
  const { faultText } = useFileTexts()
  const fault = useFieldFault(values, longFile !== undefined || contents.text.trim() !== '')
  const submit = async () => {
    // A file that was moved or changed after it was chosen is read again, which reports the fault.
    if (longFile && !(await isUnchanged(longFile.file))) return chosen.choose(longFile.file)
    const query = {
      title: values.title.trim(),
      filename: values.filename.trim(),
      sec_id: Number(values.secId),
      sec_comm_id: Number(values.commId),
    }
    const { name, size, lastModified } = longFile?.file ?? {}
    const content = [query, longFile ? [name, size, lastModified] : fingerprint(contents.text)]
    upload.start({ file: longFile?.file ?? new Blob([contents.text]), query, content })
  }
  return {
    values,
    change,
    text: longFile?.text ?? contents.text,
    isLong: longFile !== undefined,
    type: contents.change,
    choose: chosen.choose,
    isReading: chosen.isReading,
    fileFault: faultText(chosen.fault),
    fault: chosen.isReading ? t('file.reading') : fault,
    isDirty: contents.text !== '' || longFile !== undefined || values.title.trim() !== '',
    upload,
    submit,
    leave,
  }
}

/** Says which field is missing first, or that the file name is wrong (spec 3 §5). */
function useFieldFault({ title, secId, commId, filename }: Fields, hasData: boolean): string | undefined {
  const { t } = useTranslation(['security-merge', 'security'])
  const missing = (field: string) => t('security:required', { field })
  if (secId === '') return missing(t('field.secId'))
  if (commId === '') return missing(t('field.commId'))
  if (!hasData) return t('upload.needFile')
  if (title.trim() === '') return missing(t('security:field.title'))
  if (filename.trim() === '') return missing(t('field.filename'))
  return /\.csv$/i.test(filename.trim()) ? undefined : t('upload.csvName')
}
