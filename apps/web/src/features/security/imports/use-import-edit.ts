import type { YesNo } from '@aviary/contract/rules'
import { type SecurityImport, updateImport } from '@aviary/contract/security/import-endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getCurrentValue, isConflict } from '../../../shared/api.ts'
import { useEdited } from '../../../shared/saving/use-edited.ts'
import { useKeptText } from '../../../shared/saving/use-kept-text.ts'
import { bodyTo, useWrite } from '../../../shared/saving/use-write.ts'
import { useCount } from '../../../shared/use-count.ts'
import type { FormKind } from '../../../ui/records/record-kind.ts'
import { useReachText } from '../companies/use-reach-text.ts'
import { getRowFaults } from '../upload/row-faults.ts'
import type { BadRows } from '../upload/use-upload.ts'
import type { ImportText } from './use-imports.ts'

type Values = { title: string; filename: string; is_hidden: YesNo }

const EMPTY: Values = { title: '', filename: '', is_hidden: 'N' }
const valuesOf = ({ title, filename, is_hidden }: SecurityImport): Values => ({ title, filename, is_hidden })

/** Draft names of an edit. The contents have their own draft, because they are long. */
export const editImportDrafts = (id: number) => ({
  fields: `security-import-${id}`,
  data: `security-import-${id}-data`,
})

type ImportEdit = {
  kind: FormKind
  record: SecurityImport
  isDeleted: boolean
  /** The stored contents of this version of `record`. */
  full: ImportText
  onClose: () => void
  onCurrent: (current: unknown) => void
}

/** An edit of an import. Unchanged contents are not sent, because new contents replace the staged emails. */
export function useImportEdit({ kind, record, isDeleted, full, onClose, onCurrent }: ImportEdit) {
  const { t } = useTranslation(['security-merge', 'security'])
  const count = useCount()
  const drafts = editImportDrafts(record.pkey)
  const edit = useEdited<SecurityImport, Values>(drafts.fields, {
    record,
    valuesOf,
    empty: EMPTY,
    textsOf: ({ title, filename, is_hidden }) => ({
      title: title.trim(),
      filename: filename.trim(),
      is_hidden: t(is_hidden === 'Y' ? 'security:yes' : 'security:no'),
    }),
    names: {
      title: t('security:field.title'),
      filename: t('field.filename'),
      is_hidden: t('security:field.isHidden'),
    },
  })
  const contents = useKeptText(drafts.data, full.text)
  // The contents that the edit is based on.
  const [baseText, setBaseText] = useState(full.text)
  const [badRows, setBadRows] = useState<BadRows>()
  const isDataChanged = contents.text !== baseText
  const areTheirsDifferent = full.text !== baseText
  const leave = () => {
    edit.forget()
    contents.forget()
    onClose()
  }
  const toReachText = useReachText()
  const update = useWrite(bodyTo(updateImport), {
    topics: [kind.topic],
    done: kind.toast('edited'),
    note: ({ reach }) => reach && toReachText(reach),
    failed: kind.toast('editFailed'),
    onDone: leave,
    onFailed: (error) => {
      if (isConflict(error)) onCurrent(getCurrentValue(error))
      const faults = getRowFaults(error)
      setBadRows(faults.length > 0 ? { message: error.message, faults } : undefined)
    },
  })
  const toText = (text: string) => t('contents.inWords', { characters: count(text.length) })
  const takeTheirContents = () => {
    contents.change(full.text)
    setBaseText(full.text)
  }
  return {
    title: kind.title('edit'),
    isNew: false,
    isDeleted,
    edit: {
      ...edit,
      isDirty: edit.isDirty || isDataChanged,
      theirChanges: () => [
        ...edit.theirChanges(),
        ...(areTheirsDifferent
          ? [
              {
                key: 'data',
                name: t('field.data'),
                theirs: toText(full.text),
                mine: isDataChanged ? toText(contents.text) : undefined,
              },
            ]
          : []),
      ],
      takeTheirs: () => {
        edit.takeTheirs()
        takeTheirContents()
      },
      keepMine: () => {
        edit.keepMine()
        if (isDataChanged) setBaseText(full.text)
        else takeTheirContents()
      },
    },
    text: contents.text,
    type: contents.change,
    isDataChanged,
    badRows,
    isBusy: update.isPending,
    leave,
    submit: () =>
      update.mutate({
        import_id: record.pkey,
        title: edit.values.title.trim(),
        filename: edit.values.filename.trim(),
        is_hidden: edit.values.is_hidden,
        ...(isDataChanged ? { data: contents.text } : {}),
        version: edit.version,
      }),
  }
}
