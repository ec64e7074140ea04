import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import classes from './setup.module.css'

/** `isNext`: the first step that is not done. */
export type Place = { number: number; isDone: boolean; isNext: boolean }

type StepProps = {
  place: Place
  title: string
  action?: ReactNode
  /** Content below the facts and the action. */
  more?: ReactNode
  children: ReactNode
}

/** A step with its mark or number, its facts and its next action. */
export function Step({ place: { number, isDone, isNext }, title, action, more, children }: StepProps) {
  const { t } = useTranslation('setup')
  const format = useCount()
  return (
    <li className={classes.step} aria-current={isNext ? 'step' : undefined}>
      <span className={classes.circle} data-done={isDone || undefined} aria-hidden>
        {isDone ? <IconCheck size={14} stroke={2.5} /> : format(number)}
      </span>
      <div className={classes.facts}>
        <h3>
          {title}
          {isDone && <span className="visually-hidden"> {t('step.done')}</span>}
        </h3>
        {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
      {more && <div className={classes.more}>{more}</div>}
    </li>
  )
}
