import { uploadImport } from '@aviary/contract/security/import-endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isGatewayTimeout } from '../../../shared/api.ts'
import { useDraft } from '../../../shared/saving/use-draft.ts'
import { useKeptText } from '../../../shared/saving/use-kept-text.ts'
import { fingerprint } from '../upload/fingerprint.ts'
import { isStillThere, type ReadCsv } from '../upload/read-csv-file.ts'
import { useChosenFile } from '../upload/use-chosen-file.ts'
import { useFileWords } from '../upload/use-file-words.ts'
import { useUpload } from '../upload/use-upload.ts'
import type { OfComm } from './path-ids.ts'

/** Draft names of a new import. The contents are kept apart, because they are long. */
export const newImportDrafts = (of: OfComm | 'all'): { fields: string; data: string } => {
  const fields = `security-import-new${of === 'all' ? '' : `-of-${of.commId}`}`
  return { fields, data: `${fields}-data` }
}

const titleOf = (filename: string): string => filename.replace(/\.csv$/i, '')

type Fields = { title: string; secId: string; commId: string; filename: string }

/** A new import: what is typed and chosen, and its upload. */
export function useImportForm(of: OfComm | 'all', onClose: () => void) {
  const { t } = useTranslation('security-merge')
  const drafts = newImportDrafts(of)
  const ids =
    of === 'all' ? { secId: '', commId: '' } : { secId: String(of.secId), commId: String(of.commId) }
  const { values, change, forget } = useDraft<Fields>(drafts.fields, { title: '', filename: '', ...ids })
  const contents = useKeptText(drafts.data, '')
  // A file too long to be kept is lost when the page is left.
  const [long, setLong] = useState<ReadCsv>()
  const take = (read: ReadCsv) => {
    const { name } = read.file
    // A title made from the previous file's name was not typed.
    const isTyped = !['', titleOf(values.filename)].includes(values.title.trim())
    change({ filename: name, ...(isTyped ? {} : { title: titleOf(name) }) })
    setLong(read.isLong ? read : undefined)
    if (read.isLong) contents.forget()
    contents.change(read.isLong ? '' : read.text)
    upload.forget()
  }
  const chosen = useChosenFile(take)
  const leave = () => {
    forget()
    contents.forget()
    onClose()
  }
  const upload = useUpload({
    endpoint: uploadImport,
    createdAs: drafts.fields,
    done: () => t('toast.import.created'),
    // spec 3 §8: after a gateway timeout the import may exist; sending again creates no second one.
    failed: (error) => t(isGatewayTimeout(error) ? 'toast.import.notCreated' : 'toast.import.createFailed'),
    onDone: leave,
  })
  const { faultText } = useFileWords()
  const fault = useFieldFault(values, long !== undefined || contents.text.trim() !== '')
  const submit = async () => {
    // A file moved or changed since it was chosen: reading it again shows the fault.
    if (long && !(await isStillThere(long.file))) return chosen.choose(long.file)
    const query = {
      title: values.title.trim(),
      filename: values.filename.trim(),
      sec_id: Number(values.secId),
      sec_comm_id: Number(values.commId),
    }
    const { name, size, lastModified } = long?.file ?? {}
    const content = [query, long ? [name, size, lastModified] : fingerprint(contents.text)]
    upload.start({ file: long?.file ?? new Blob([contents.text]), query, content })
  }
  return {
    values,
    change,
    text: long?.text ?? contents.text,
    isLong: long !== undefined,
    type: contents.change,
    choose: chosen.choose,
    isReading: chosen.isReading,
    fileFault: faultText(chosen.fault),
    fault: chosen.isReading ? t('file.reading') : fault,
    isDirty: contents.text !== '' || long !== undefined || values.title.trim() !== '',
    upload,
    submit,
    leave,
  }
}

/** The first missing field (spec 3 §5). */
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
