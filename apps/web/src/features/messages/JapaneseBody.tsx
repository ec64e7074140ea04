import { JAPANESE } from '@aviary/contract/messages/body'
import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { localesQuery } from '../../shared/settings.ts'
import { isWithoutText } from './draft.ts'

type JapaneseBodyProps = {
  value: string
  /** What is stored has a Japanese body, also when it has been emptied here. */
  hasStored?: boolean | undefined
  /** `fault`: what is said of one that has no text in it. */
  texts: { add: string; label: string; help: string; fault: string }
  onChange: (value: string) => void
}

/** The body for those who read Japanese (spec 2 §9): optional, and out of the way until somebody asks for it or one is there. */
export function JapaneseBody({ value, hasStored = false, texts, onChange }: JapaneseBodyProps) {
  const locales = useQuery(localesQuery).data
  const [isAsked, setAsked] = useState(false)
  const [isOpen, setOpen] = useState(hasStored)
  const [isLeft, setLeft] = useState(false)
  // Once open it stays: it does not go away under the hands of somebody who empties it.
  if (value !== '' && !isOpen) setOpen(true)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isAsked) field.current?.focus()
  }, [isAsked])
  if (!isOpen && !isAsked)
    return (
      locales?.some(({ system_key }) => system_key === JAPANESE) && (
        <div>
          <Button variant="default" size="compact-sm" onClick={() => setAsked(true)}>
            {texts.add}
          </Button>
        </div>
      )
    )
  return (
    <Textarea
      ref={field}
      lang={JAPANESE}
      label={texts.label}
      description={texts.help}
      rows={8}
      maxLength={100_000}
      value={value}
      error={isLeft && isWithoutText(value) && texts.fault}
      onBlur={() => setLeft(true)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
