import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { numberFormat } from '../../shared/formats.ts'
import type { ShownScale } from './scales.ts'

/** A scale as text: percent with two decimals, or why there is none. */
export function useScaleWords(): (scale: ShownScale) => string {
  const { t, i18n } = useTranslation(['impact', 'shell'])
  return useMemo(() => {
    const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
    const format = numberFormat(i18n.language, { style: 'percent', ...twoDecimals })
    return (scale) => {
      if (scale === null) return t('shell:notAvailable')
      if (scale === 'n/a') return t('scale.none')
      if (scale === 'waiting') return t('loading')
      return scale === 'unknown' ? t('scale.unknown') : format.format(scale / 100)
    }
  }, [t, i18n.language])
}
