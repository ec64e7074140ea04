import { useTranslation } from 'react-i18next'
import { exactTime } from '../../shared/time/words.ts'

/** An exact time with its zone, without words that are wrong a minute later: a document stays what it is. */
export function Exact({ at }: { at: string }) {
  const { i18n } = useTranslation()
  return <time dateTime={at}>{exactTime(Date.parse(at), i18n.language)}</time>
}
