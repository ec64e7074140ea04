import { Tooltip } from '@mantine/core'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './term.module.css'

type TermProps = {
  /** Key of the explanation in `terms.json`. */
  name: 'opi' | 'ci' | 'dora' | 'comm'
  children: ReactNode
}

/** Within a label, a tap on the word shows the explanation and must not activate the label's field. */
const staysHere = (event: MouseEvent) => event.preventDefault()

/**
 * A word with its explanation, shown while the mouse or the focus is on the word and after a tap. Screen
 * readers read the explanation as the word's description. Must not be inside a button or a link, which take
 * the focus themselves.
 */
export function Term({ name, children }: TermProps) {
  const { t } = useTranslation('terms')
  const explanationId = useId()
  const explanation = t(name)
  // The tooltip describes only the outer element, and only while open; the word therefore has its own
  // description.
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
