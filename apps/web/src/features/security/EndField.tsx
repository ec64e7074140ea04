import { type ComponentProps, useEffect, useRef } from 'react'
import { PacificTimeField } from '../../ui/PacificTimeField.tsx'

const LOOKED_AT = ['input', 'keyup', 'focusout'] as const

type EndFieldProps = ComponentProps<typeof PacificTimeField> & {
  /** Keep it the same between renders. */
  onPart: (isPart: boolean) => void
}

/** An end that may be left out. Part of a time reads as none: that it is there is told apart, as it is typed. */
export function EndField({ onPart, ...field }: EndFieldProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    const readValidity = ({ target }: Event) =>
      onPart(target instanceof HTMLInputElement && target.validity.badInput)
    for (const name of LOOKED_AT) element?.addEventListener(name, readValidity)
    return () => {
      for (const name of LOOKED_AT) element?.removeEventListener(name, readValidity)
    }
  }, [onPart])
  return (
    <div ref={box}>
      <PacificTimeField {...field} />
    </div>
  )
}
