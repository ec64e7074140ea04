import type { ShownCi } from './use-dora.ts'

type Words = { head: readonly string[]; scalesOf: (ci: ShownCi) => string | undefined }

/** A name may have a line break in it. */
const onOneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')

/** The selection as people pass it on: what it is of, then a line for each CI. */
export function selectionText(cis: readonly ShownCi[], { head, scalesOf }: Words): string {
  const lines = cis.map((ci) => {
    const scales = scalesOf(ci)
    return `${onOneLine(`${ci.name} (${ci.category})`)}${scales === undefined ? '' : `: ${scales}`}`
  })
  return [...head, ...lines].join('\n')
}
