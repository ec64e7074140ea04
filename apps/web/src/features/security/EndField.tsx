import { type ComponentProps, useEffect, useRef } from 'react'
import { PacificTimeField } from '../../ui/PacificTimeField.tsx'

const EVENTS = ['input', 'keyup', 'focusout'] as const

type EndFieldProps = ComponentProps<typeof PacificTimeField> & {
  /** Must be stable between renders. */
  onPartial: (isPartial: boolean) => void
}

/** An optional end time. Reports half-typed input to `onPartial`, because the value is then empty. */
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
