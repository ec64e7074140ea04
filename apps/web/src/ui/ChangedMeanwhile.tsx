import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FactTable } from './FactTable.tsx'
import classes from './ui.module.css'

type ChangedMeanwhileProps = {
  /** Says that someone else changed the record, and who if known. */
  message: ReactNode
  /** Result of useEdited. */
  edit: { takeTheirs: () => void; keepMine: () => void; theirChanges?: () => ComparedField[] }
  /** The differences, if a comparison of fields does not show them. */
  children?: ReactNode
}

/** Shown when someone else saved the record that is being edited; offers the choice between the two versions. */
export function ChangedMeanwhile({ message, edit, children }: ChangedMeanwhileProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLDivElement>(null)
  // The pressed button disappears, so move the focus to the first field of the form.
  const choose = (resolve: () => void) => () => {
    const form = element.current?.closest('[role="dialog"], form')
    resolve()
    form?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }
  return (
    <div ref={element} role="alert" className={classes.meanwhile}>
      <p>
        <strong>{message}</strong>
      </p>
      {children ?? <Comparison fields={edit.theirChanges?.() ?? []} />}
      <div className={classes.buttons}>
        <Button variant="default" size="compact-sm" onClick={choose(edit.takeTheirs)}>
          {t('meanwhile.takeTheirs')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={choose(edit.keepMine)}>
          {t('meanwhile.keepMine')}
        </Button>
      </div>
    </div>
  )
}

/** `mine` is undefined if this person did not change the field. */
export type ComparedField = { key: string; name: string; theirs: ReactNode; mine: ReactNode }

/** Compares the fields that someone else changed with the values typed here. */
export function Comparison({ fields }: { fields: readonly ComparedField[] }) {
  const { t } = useTranslation()
  if (fields.length === 0) return null
  return (
    <FactTable columns={[t('meanwhile.field'), t('meanwhile.theirs'), t('meanwhile.mine')]}>
      {fields.map(({ key, name, theirs, mine }) => (
        <tr key={key}>
          <th scope="row">{name}</th>
          <td>{theirs}</td>
          <td>{mine ?? '—'}</td>
        </tr>
      ))}
    </FactTable>
  )
}
