import i18next from 'i18next'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'

const loadTexts = () => i18next.loadNamespaces(['matrix'])

/** Loaded only where there are more services or data centers than the usual grid shows well. */
export const LazyLargeStatus = lazyWithRetry(async () => {
  const [{ LargeStatus }] = await Promise.all([import('./LargeStatus.tsx'), loadTexts()])
  return { default: LargeStatus }
})

export const LazyPhoneStatus = lazyWithRetry(async () => {
  const [{ PhoneStatus }] = await Promise.all([import('./PhoneStatus.tsx'), loadTexts()])
  return { default: PhoneStatus }
})
