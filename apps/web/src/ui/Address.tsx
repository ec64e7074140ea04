import { Fragment } from 'react'

/** A text with mail addresses in a narrow column: it breaks behind an @ rather than inside a word. */
export const Address = ({ text }: { text: string }) =>
  text.split(/(?<=@)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
