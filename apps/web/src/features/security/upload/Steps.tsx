import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { StepButton } from '../../../ui/StepButton.tsx'
import classes from './upload.module.css'

type StepsProps = {
  /** Position as text, such as '2 of 10'. */
  label: string
  previous: string
  next: string
  index: number
  count: number
  onGo: (index: number) => void
}

/** Buttons that step through a few items. */
export function Steps({ label, previous, next, index, count, onGo }: StepsProps) {
  return (
    <div className={classes.steps}>
      <StepButton label={previous} isEnd={index <= 0} onStep={() => onGo(index - 1)}>
        <IconChevronLeft size={16} aria-hidden />
      </StepButton>
      <span role="status">{label}</span>
      <StepButton label={next} isEnd={index >= count - 1} onStep={() => onGo(index + 1)}>
        <IconChevronRight size={16} aria-hidden />
      </StepButton>
    </div>
  )
}
