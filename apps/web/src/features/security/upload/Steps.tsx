import '@mantine/core/styles/ActionIcon.css'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './upload.module.css'

type StepsProps = {
  /** Which of how many, in words. */
  at: string
  previous: string
  next: string
  index: number
  count: number
  onGo: (index: number) => void
}

/** Goes through a few things one by one. */
export function Steps({ at, previous, next, index, count, onGo }: StepsProps) {
  return (
    <div className={classes.steps}>
      <Step label={previous} isEnd={index <= 0} onStep={() => onGo(index - 1)}>
        <IconChevronLeft size={16} aria-hidden />
      </Step>
      <span role="status">{at}</span>
      <Step label={next} isEnd={index >= count - 1} onStep={() => onGo(index + 1)}>
        <IconChevronRight size={16} aria-hidden />
      </Step>
    </div>
  )
}

type StepProps = { label: string; isEnd: boolean; onStep: () => void; children: ReactNode }

/** At the end it can be reached all the same: whoever got there by keyboard keeps the focus. */
const Step = ({ label, isEnd, onStep, children }: StepProps) => (
  <ActionIcon
    variant="default"
    aria-label={label}
    aria-disabled={isEnd}
    data-disabled={isEnd}
    onClick={isEnd ? undefined : onStep}
  >
    {children}
  </ActionIcon>
)
