import i18next from 'i18next'
import { lazyWhenIdle, lazyWithRetry } from '../shared/lazy-when-idle.ts'

const loadTools = async () => (await import('./tools.ts')).tools

export const ActiveNotifications = lazyWhenIdle(async () => ({
  default: (await loadTools()).ActiveNotifications,
}))
export const LinkCount = lazyWhenIdle(async () => ({ default: (await loadTools()).LinkCount }))
export const MissedUpdates = lazyWhenIdle(async () => ({ default: (await loadTools()).MissedUpdates }))
export const NavigationDrawer = lazyWhenIdle(async () => ({ default: (await loadTools()).NavigationDrawer }))
export const PhoneBar = lazyWhenIdle(async () => ({ default: (await loadTools()).PhoneBar }))
export const StaleBar = lazyWhenIdle(async () => ({ default: (await loadTools()).StaleBar }))
export const TopBarTools = lazyWhenIdle(async () => ({ default: (await loadTools()).TopBarTools }))
// Loaded before any error occurs, because after a connection error the code could not be loaded any more.
export const Toasts = lazyWhenIdle(async () => ({ default: (await loadTools()).Toasts }))
export async function loadPalette() {
  const [{ CommandPalette }] = await Promise.all([loadTools(), i18next.loadNamespaces('palette')])
  return { default: CommandPalette }
}
/** Opened by a key, so it does not wait for the data of the page. */
export const CommandPalette = lazyWithRetry(loadPalette)
