import { type ComponentProps, useEffect, useRef } from 'react'
import { PacificTimeField } from '../../ui/PacificTimeField.tsx'

const EVENTS = ['input', 'keyup', 'focusout'] as const

type EndFieldProps = ComponentProps<typeof PacificTimeField> & {
  /** Keep it the same between renders. */
  onPartial: (isPartial: boolean) => void
}

/** An optional end time. A half-typed time reads as empty, so `onPart` reports it as it is typed. */
export function EndField({ onPartial, ...field }: EndFieldProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    const readValidity = ({ target }: Event) =>
      onPartial(target instanceof HTMLInputElement && target.validity.badInput)
    for (const name of EVENTS) element?.addEventListener(name, readValidity)
    return () => {
      for (const name of EVENTS) element?.removeEventListener(name, readValidity)
    }
  }, [onPartial])
  return (
    <div ref={box}>
      <PacificTimeField {...field} />
    </div>
  )
}
