import { useTranslation } from 'react-i18next'
import { exactTime } from '../../shared/time/words.ts'

type Named = { name: string }
type Cell = { service: Named; dataCenter: Named; word: string; since: string | undefined }

/** The name of a cell: service, data center, the word of its status, and since when. */
export function useCellLabel({ service, dataCenter, word, since }: Cell): string {
  const { t, i18n } = useTranslation('status')
  const words = { service: service.name, dataCenter: dataCenter.name, status: word }
  if (!since) return t('cell', words)
  return t('cellSince', { ...words, since: exactTime(Date.parse(since), i18n.language) })
}
