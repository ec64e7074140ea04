import { WIDTHS } from '@aviary/contract/constants'
import { useMediaQuery } from '@mantine/hooks'

/** Whether there is room for long column headers (spec 1 §9). */
export const useIsWide = (): boolean =>
  useMediaQuery(`(min-width: ${WIDTHS.wide}px)`, true, { getInitialValueInEffect: false })
