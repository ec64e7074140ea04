import type { ShownCi } from './use-dora.ts'

type Words = { head: readonly string[]; getScaleText: (ci: ShownCi) => string | undefined }

/** Replaces control characters, because a name may contain line breaks. */
const onOneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')

/** The selection as plain text: the head, then one line per CI. */
export function selectionText(cis: readonly ShownCi[], { head, getScaleText }: Words): string {
  const lines = cis.map((ci) => {
    const scales = getScaleText(ci)
    return `${onOneLine(`${ci.name} (${ci.category})`)}${scales === undefined ? '' : `: ${scales}`}`
  })
  return [...head, ...lines].join('\n')
}
