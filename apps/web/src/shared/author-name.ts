import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

const FOREIGN_AUTHOR = /^(token|webhook|cli):(.+)$|^demo$/

/** The author in words: `token:NAME`, `webhook:NAME`, `cli:NAME` and `demo` are translated, all others stay. */
export function useAuthorName(): (author: string) => string {
  const { t } = useTranslation('shell')
  return useCallback(
    (author) => {
      const match = FOREIGN_AUTHOR.exec(author)
      if (!match) return author
      const [, source, name] = match
      return source ? t(`author.${source as 'token' | 'webhook' | 'cli'}`, { name }) : t('author.demo')
    },
    [t],
  )
}
