import { UPLOAD_LARGEST_BYTES } from '@aviary/contract/constants'
import { useTranslation } from 'react-i18next'
import { numberFormat } from '../../../shared/formats.ts'
import type { FileFault } from './read-csv-file.ts'

const KB = 1024
const MB = KB * KB

/** File sizes and file faults as texts. */
export function useFileTexts() {
  const { t, i18n } = useTranslation('security-merge')
  const format = (amount: number, unit: 'byte' | 'kilobyte' | 'megabyte') =>
    numberFormat(i18n.language, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: unit === 'byte' || amount >= 100 ? 0 : 1,
    }).format(amount)
  const bytes = (count: number): string => {
    if (count < KB) return format(count, 'byte')
    return count < MB ? format(count / KB, 'kilobyte') : format(count / MB, 'megabyte')
  }
  return {
    bytes,
    faultText: (fault: FileFault | undefined): string | undefined =>
      fault && t(`file.fault.${fault}`, { largest: bytes(UPLOAD_LARGEST_BYTES) }),
  }
}
