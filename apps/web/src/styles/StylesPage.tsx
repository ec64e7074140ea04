import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { ThemeSwitch } from '../shell/ThemeSwitch.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { Buttons, Fields } from './Controls.tsx'
import { Dialogs, States } from './Frames.tsx'
import classes from './styles-page.module.css'
import { OtherTables, Tables } from './Tables.tsx'
import { Texts, Times } from './Texts.tsx'
import { Tokens } from './Tokens.tsx'
import { Words } from './Words.tsx'

/** Most components of ui/ in their states, for developers, in English only. The build leaves it out (App.tsx). */
export function StylesPage() {
  useEffect(() => {
    document.title = 'Styles · Aviary'
  }, [])
  return (
    <main className={classes.page}>
      <PageHeader title="Styles" fact="Every component in every state">
        <ThemeSwitch />
        <Button>The main action</Button>
      </PageHeader>
      <Tokens />
      <Words />
      <Buttons />
      <Fields />
      <States />
      <Dialogs />
      <Tables />
      <OtherTables />
      <Times />
      <Texts />
      <Toasts />
    </main>
  )
}
