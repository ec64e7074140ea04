import { Tooltip } from '@mantine/core'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './term.module.css'

type TermProps = {
  /** Key of the explanation in `terms.json`. */
  name: 'opi' | 'ci' | 'dora' | 'comm'
  children: ReactNode
}

/** In a label, a tap on the word explains it and does not open the field. */
const staysHere = (event: MouseEvent) => event.preventDefault()

/**
 * A word with its explanation, shown while the mouse or the focus is on it and after a tap, and read out as its
 * description. Not for inside a button or a link, which have the focus themselves.
 */
export function Term({ name, children }: TermProps) {
  const { t } = useTranslation('terms')
  const explanationId = useId()
  const explanation = t(name)
  // The tooltip describes the outer element while it is open, so the word keeps its own description.
  return (
    <Tooltip label={explanation} position="bottom-start" multiline maw={344}>
      <span>
        {/* biome-ignore lint/a11y: has the focus so that the explanation shows, and no action */}
        <dfn tabIndex={0} aria-describedby={explanationId} className={classes.term} onClick={staysHere}>
          {children}
        </dfn>
        <span id={explanationId} hidden>
          {explanation}
        </span>
      </span>
    </Tooltip>
  )
}
