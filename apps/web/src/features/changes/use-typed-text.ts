import { useRef, useState } from 'react'

/**
 * What is typed into a box to choose from. The box empties itself when it loses the focus: here a text that nothing was
 * chosen with stays, so that nobody takes it for applied.
 */
export function useTypedText() {
  const [typed, setTyped] = useState('')
  const [hasChosen, setChosen] = useState(false)
  const isLeaving = useRef(false)
  const isOpen = typed.trim() !== '' && !hasChosen
  return {
    typed,
    /** Something is typed, and nothing was chosen with it. */
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
