import type { RemovedPart } from '@aviary/contract/incidents/removed-part'
import { useTranslation } from 'react-i18next'
import { listFormat } from './formats.ts'

/** Describes to an author what was removed from a text; undefined if nothing was. */
export function useRemovedText(): (removed: readonly RemovedPart[] | undefined) => string | undefined {
  const { t, i18n } = useTranslation()
  const toName = ({ element, name }: RemovedPart) => {
    if (element === 'a') return t('removed.address', { address: name })
    if (element === 'img') return name ? t('removed.image', { name }) : t('removed.unnamedImage')
    return `<${element}>`
  }
  return (removed = []) => {
    if (removed.length === 0) return undefined
    const parts = removed.map((part) => (part.count > 1 ? `${part.count} × ${toName(part)}` : toName(part)))
    const list = listFormat(i18n.language, { style: 'narrow', type: 'unit' })
    return t('removed.list', { parts: list.format(parts) })
  }
}

export type Removed = { removed?: readonly RemovedPart[] | undefined }

/** Like `useRemovedText`, for the answer of a write; shown as the note of the success toast. */
export function useRemovedNote(): (answer: Removed) => string | undefined {
  const removedText = useRemovedText()
  return ({ removed }) => removedText(removed)
}
