import { useRef, useState } from 'react'

/**
 * Text typed into a MultiSelect. Mantine clears it on blur; here it stays if nothing was chosen, so that nobody takes
 * it for applied.
 */
export function useTypedText() {
  const [typed, setTyped] = useState('')
  const [hasChosen, setChosen] = useState(false)
  const isLeaving = useRef(false)
  const isOpen = typed.trim() !== '' && !hasChosen
  return {
    typed,
    /** Text is typed, but nothing was chosen with it. */
    isOpen,
    type: (text: string) => {
      const isEmptied = isLeaving.current && text === ''
      isLeaving.current = false
      if (isEmptied && isOpen) return
      setTyped(text)
      setChosen(false)
    },
    choose: () => setChosen(true),
    enter: () => {
      isLeaving.current = false
    },
    leave: () => {
      isLeaving.current = true
    },
  }
}
