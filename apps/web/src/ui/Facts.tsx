import type { ReactNode } from 'react'
import classes from './facts.module.css'

export type Fact = {
  label: string
  value: ReactNode
  /** A muted line below the value. */
  note?: ReactNode
}

type FactsProps = { facts: readonly (Fact | undefined)[] }

/** The facts of a record side by side, each with its label: the second line of a record's head. */
export const Facts = ({ facts }: FactsProps) => (
  <dl className={classes.facts}>
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
