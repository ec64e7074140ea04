import { useClickOutside } from '@mantine/hooks'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './term.module.css'
import { useTip } from './use-tip.tsx'

type TermProps = {
  /** Key of the explanation in `terms.json`. */
  name: 'opi' | 'ci' | 'dora' | 'comm'
  children: ReactNode
}

/**
 * A word with its explanation, shown while the mouse or the focus is on the word, and after a tap until the
 * focus leaves. Escape hides it. Screen readers read the explanation as the word's description. Must not be
 * inside a button or a link, which take the focus themselves.
 */
export function Term({ name, children }: TermProps) {
  const { t } = useTranslation('terms')
  const explanationId = useId()
  const explanation = t(name)
  /** A tap sets this until the focus leaves; while undefined, mouse and focus control the tooltip. */
  const [isShown, setShown] = useState<boolean>()
  const word = useClickOutside<HTMLElement>(() => setShown(undefined))
  const tap = {
    ref: word,
    onClick: (event: MouseEvent<HTMLElement>) => {
      event.preventDefault() // within a label, the label's field must not be activated
      event.currentTarget.focus()
      setShown(true)
    },
    onBlur: () => setShown(undefined),
    onMouseEnter: () => setShown(isShown || undefined),
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && setShown(isShown && false),
  }
  const { target, tip } = useTip<HTMLSpanElement>(explanation, {
    position: 'bottom-start',
    multiline: true,
    maw: 'var(--popover)',
    isShown,
  })
  // The tooltip describes only the outer element, and only while open; the word therefore has its own
  // description.
  return (
    <>
      <span {...target}>
        {/* biome-ignore lint/a11y: has the focus so that the explanation shows, and no action */}
        <dfn tabIndex={0} aria-describedby={explanationId} className={classes.term} {...tap}>
          {children}
        </dfn>
        <span id={explanationId} hidden>
          {explanation}
        </span>
      </span>
      {tip}
    </>
  )
}
