import { Input } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './command-palette.module.css'
import { takeEarlyText } from './palette-state.ts'

type PaletteFieldProps = {
  isSearching: boolean
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** Keeps the typed text in its own state, so that each key shows at once, before the results are rendered. */
export function PaletteField({ isSearching, onType, onKeyDown }: PaletteFieldProps) {
  const { t } = useTranslation('palette')
  const [text, setText] = useState('')
  const type = (typed: string) => {
    setText(typed)
    onType(typed)
  }
  return (
    <Input
      size="lg"
      placeholder={t('placeholder')}
      aria-label={t('placeholder')}
      value={text}
      onFocus={() => {
        const early = takeEarlyText()
        if (early) type(text + early)
      }}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      rightSection={
        <span role="status" className={classes.searching}>
          {isSearching && t('searching')}
        </span>
      }
      rightSectionWidth="8rem"
      rightSectionPointerEvents="none"
    />
  )
}
