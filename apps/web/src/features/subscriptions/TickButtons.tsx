import type { OptionKey } from '@aviary/contract/subscriptions/rules'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormState } from './form-state.ts'
import classes from './subscriptions.module.css'

type TickButtonsProps = {
  /** Name of the category or list, for the accessible names of the buttons. */
  name: string
  concerns: (place: OptionKey) => boolean
  state: FormState
}

/** Selects or clears all boxes of a category or of a list. */
export function TickButtons({ name, concerns, state }: TickButtonsProps) {
  const { t } = useTranslation('subscriptions')
  return (
    <span className={classes.tickButtons}>
      {([true, false] as const).map((isTicked) => (
        <Button
          key={String(isTicked)}
          variant="default"
          size="compact-xs"
          disabled={state.isReadOnly}
          aria-label={`${t(isTicked ? 'selectAll' : 'clearAll')}: ${name}`}
          onClick={() => state.tick(isTicked, (_, place) => concerns(place))}
        >
          {t(isTicked ? 'selectAll' : 'clearAll')}
        </Button>
      ))}
    </span>
  )
}
