import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../shared/use-width.ts'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import classes from './impact.module.css'

const STEPS = ['services', 'categories', 'cis', 'selected'] as const
const CIS = STEPS.indexOf('cis')
const LAST = STEPS.length - 1

/** On a phone one column shows at a time. */
export function useSteps(searchInput: string) {
  const isPhone = useIsPhone()
  const page = useRef<HTMLDivElement>(null)
  const [step, setStep] = useState(0)
  const [before, setBefore] = useState(searchInput)
  if (before !== searchInput) {
    setBefore(searchInput)
    // The CIs that a search finds are listed on this step only.
    if (searchInput !== '' && step !== CIS) setStep(CIS)
  }
  return {
    isPhone,
    step,
    isLast: step === LAST,
    setStep: (next: number) => {
      // Focuses the page: the pressed button may disappear, and screen readers then start at the top of the step.
      page.current?.focus()
      setStep(next)
    },
    page,
    /** The pressed category disappears, so the focus moves to the page. */
    showCis: () => {
      if (!isPhone) return
      page.current?.focus()
      setStep(CIS)
    },
  }
}

/** Buttons to the columns before and after the visible column. */
export function StepBar({ steps: { step, setStep } }: { steps: ReturnType<typeof useSteps> }) {
  const { t } = useTranslation(['impact', 'shell'])
  const next = STEPS[step + 1]
  return (
    <nav aria-label={t('steps')} className={classes.steps}>
      <DisabledButton
        variant="default"
        disabledReason={step === 0 ? '' : undefined}
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={() => setStep(step - 1)}
      >
        {t('shell:confirm.back')}
      </DisabledButton>
      {next && (
        <DisabledButton
          variant="default"
          disabledReason={undefined}
          rightSection={<IconArrowRight size={16} aria-hidden />}
          onClick={() => setStep(step + 1)}
        >
          {t(next)}
        </DisabledButton>
      )}
    </nav>
  )
}
