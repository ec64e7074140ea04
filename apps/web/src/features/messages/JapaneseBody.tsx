import { JAPANESE } from '@aviary/contract/messages/body'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { localesQuery } from '../../shared/settings.ts'
import { BodyField } from '../../ui/body/BodyField.tsx'
import { isWithoutText } from './draft.ts'

type JapaneseBodyProps = {
  value: string
  /** Whether a Japanese body is stored, even if the person has emptied the field. */
  hasStored?: boolean | undefined
  /** `fault`: shown when the value has markup but no text. */
  texts: { add: string; label: string; help: string; fault: string }
  onChange: (value: string) => void
}

/** Optional body for Japanese readers (spec 2 §9), hidden until requested or present. */
export function JapaneseBody({ value, hasStored = false, texts, onChange }: JapaneseBodyProps) {
  const locales = useQuery(localesQuery).data
  const [isRequested, setRequested] = useState(false)
  const [isOpen, setOpen] = useState(hasStored)
  const [isTouched, setTouched] = useState(false)
  // Once open, the field stays open, so that emptying it does not hide it while typing.
  if (value !== '' && !isOpen) setOpen(true)
  if (!isOpen && !isRequested)
    return (
      locales?.some(({ system_key }) => system_key === JAPANESE) && (
        <div>
          <Button variant="default" size="compact-sm" onClick={() => setRequested(true)}>
            {texts.add}
          </Button>
        </div>
      )
    )
  return (
    <BodyField
      takesFocus={isRequested}
      lang={JAPANESE}
      label={texts.label}
      description={texts.help}
      rows={8}
      value={value}
      error={isTouched && isWithoutText(value) && texts.fault}
      onBlur={() => setTouched(true)}
      onChange={onChange}
    />
  )
}
