import type { ReactNode } from 'react'
import { DisabledButton } from './DisabledButton.tsx'
import classes from './table/data-table.module.css'

export type PageStep = {
  label: string
  /** Whether there is a page in this direction. */
  exists: boolean
  onPress: () => void
}

type PageStepsProps = {
  label: string
  previous: PageStep
  next: PageStep
  /** Why no other page can be loaded now. */
  disabledReason?: string | undefined
  /** Which page is shown. */
  children: ReactNode
}

/** Paging without a total: counting all rows of such a list would take as long as reading them. */
export const PageSteps = ({ label, previous, next, disabledReason, children }: PageStepsProps) => (
  <nav className={classes.steps} aria-label={label}>
    <StepTo step={previous} disabledReason={disabledReason} />
    <span className="muted" role="status">
      {children}
    </span>
    <StepTo step={next} disabledReason={disabledReason} />
  </nav>
)

/** Stays focusable at the end, so that keyboard users do not lose the focus. */
const StepTo = ({ step, disabledReason }: { step: PageStep; disabledReason: string | undefined }) => (
  <DisabledButton
    size="compact-sm"
    variant="default"
    disabledReason={disabledReason ?? (step.exists ? undefined : '')}
    onClick={step.onPress}
  >
    {step.label}
  </DisabledButton>
)
