import type { RemovedPart } from '@aviary/contract/incidents/removed-part'
import { useTranslation } from 'react-i18next'
import { listFormat } from './formats.ts'

/** What was left out of a text in words, for its author; undefined when that is nothing. */
export function useRemovedText(): (removed: readonly RemovedPart[] | undefined) => string | undefined {
  const { t, i18n } = useTranslation()
  const nameOf = ({ element, name }: RemovedPart) => {
    if (element === 'a') return t('removed.address', { address: name })
    if (element === 'img') return name ? t('removed.image', { name }) : t('removed.unnamedImage')
    return `<${element}>`
  }
  return (removed = []) => {
    if (removed.length === 0) return undefined
    const parts = removed.map((part) => (part.count > 1 ? `${part.count} × ${nameOf(part)}` : nameOf(part)))
    const list = listFormat(i18n.language, { style: 'narrow', type: 'unit' })
    return t('removed.list', { parts: list.format(parts) })
  }
}

export type Removed = { removed?: readonly RemovedPart[] | undefined }

/** The same of an answer: the note below the toast of a write. */
export function useRemovedNote(): (answer: Removed) => string | undefined {
  const removedText = useRemovedText()
  return ({ removed }) => removedText(removed)
}
