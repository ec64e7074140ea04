import type { ReactNode } from 'react'
import classes from './facts.module.css'

export type Fact = {
  label: string
  value: ReactNode
  /** A muted line below the value. */
  note?: ReactNode
}

type FactsProps = {
  facts: readonly (Fact | undefined)[]
  /** For ten facts: five on each line where there is room. */
  isTwoLines?: boolean
}

/** The facts of a record side by side, each with its label: the second line of a record's head. */
export const Facts = ({ facts, isTwoLines }: FactsProps) => (
  <dl className={classes.facts} data-two-lines={isTwoLines}>
    {facts.map(
      (fact) =>
        fact && (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>
              <strong>{fact.value}</strong>
              {fact.note && <span className={classes.note}>{fact.note}</span>}
            </dd>
          </div>
        ),
    )}
  </dl>
)
