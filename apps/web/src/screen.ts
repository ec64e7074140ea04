import type { Access } from '@aviary/contract/access'
import type { FlatNamespace, ParseKeys } from 'i18next'
import type { ReactNode } from 'react'

type TitleOf<Text> = Text extends `screen.${infer Title}` ? Title : never

/** A row of the specification's route tables. */
export type Screen = {
  path: string
  /** Title as `restricted_page_access` lists it; people read its translation (`screen.<title>`). */
  title: TitleOf<ParseKeys>
  access: Access
  /** Path of the parent screen, if it is not the start page. */
  parent?: string
  /** Also needs the title in the person's restricted_page_access; administrators are exempt. */
  isRestricted?: true
  /** Section of docs/guide about this screen: `page` or `page#section`. */
  guide: string
  /** Sets of texts that the screen uses besides `shell`. */
  texts: FlatNamespace[]
  load: () => Promise<{ Page: () => ReactNode }>
}
