import { useMemo, useRef, useState } from 'react'

/**
 * Text typed into a MultiSelect. Mantine clears the text on blur; here it stays if no option was chosen,
 * because vanished text would look like an applied filter.
 */
export function useTypedText() {
  const [typed, setTyped] = useState('')
  const [hasChosen, setChosen] = useState(false)
  const isLeaving = useRef(false)
  const isOpen = typed.trim() !== '' && !hasChosen
  return useMemo(
    () => ({
      typed,
      /** True if text is typed but no option was chosen with it. */
      isOpen,
      type: (text: string) => {
        const isEmptied = isLeaving.current && text === ''
        isLeaving.current = false
        if (isEmptied && isOpen) return
        setTyped(text)
        setChosen(false)
      },
      choose: () => setChosen(true),
      clear: () => {
        setTyped('')
        setChosen(false)
      },
      enter: () => {
        isLeaving.current = false
      },
      leave: () => {
        isLeaving.current = true
      },
    }),
    [typed, isOpen],
  )
}
