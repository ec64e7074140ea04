import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ui.module.css'

type ChangedMeanwhileProps = {
  /** Who changed it, in words. */
  told: ReactNode
  /** Of useEdited. */
  edit: { takeTheirs: () => void; keepMine: () => void; theirChanges?: () => Compared[] }
  /** What is different, where a comparison of the fields does not tell it. */
  children?: ReactNode
}

/** Two people edited one thing: what the other saved, and the choice between the two. */
export function ChangedMeanwhile({ told, edit, children }: ChangedMeanwhileProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLDivElement>(null)
  // The button that was pressed goes with its choice: the focus passes to where the form begins.
  const choose = (take: () => void) => () => {
    const form = element.current?.closest('[role="dialog"], form')
    take()
    form?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }
  return (
    <div ref={element} role="alert" className={classes.meanwhile}>
      <p>
        <strong>{told}</strong>
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

/** `mine` is undefined where nothing was typed. */
export type Compared = { key: string; name: string; theirs: ReactNode; mine: ReactNode }

/** The fields that somebody else changed, as they are now, beside what was typed. */
export function Comparison({ fields }: { fields: readonly Compared[] }) {
  const { t } = useTranslation()
  if (fields.length === 0) return null
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('meanwhile.field')}</th>
          <th scope="col">{t('meanwhile.theirs')}</th>
          <th scope="col">{t('meanwhile.mine')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ key, name, theirs, mine }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{theirs}</td>
            <td>{mine ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
