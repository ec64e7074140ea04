import { CATEGORIES } from '@aviary/contract/subscriptions/rules'
import { useIsPhone } from '../../shared/use-width.ts'
import { CategoryBlock } from './CategoryBlock.tsx'
import type { FormState } from './form-state.ts'
import { OptionMatrix } from './OptionMatrix.tsx'
import classes from './subscriptions.module.css'

/** All boxes to tick: side by side, or on a phone a block for each category. */
export function OptionBoxes({ state }: { state: FormState }) {
  if (useIsPhone())
    return CATEGORIES.map((category) => <CategoryBlock key={category} category={category} state={state} />)
  return (
    <div className={classes.matrices}>
      <OptionMatrix categories={['P1', 'P2']} state={state} />
      <OptionMatrix categories={['notifications']} state={state} />
    </div>
  )
}
