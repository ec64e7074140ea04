import { Toasts } from '../ui/Toasts.tsx'
import { ActiveNotifications } from './ActiveNotifications.tsx'
import { CommandPalette } from './CommandPalette.tsx'
import { LinkCount } from './LinkCount.tsx'
import { MissedUpdates } from './MissedUpdates.tsx'
import { NavigationDrawer } from './NavigationDrawer.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { StaleBar } from './StaleBar.tsx'
import { TopBarTools } from './TopBarTools.tsx'

/** Parts of the frame that load after the data of the page; one module, so that they arrive in one file (ADR 7). */
export const tools = {
  ActiveNotifications,
  CommandPalette,
  LinkCount,
  MissedUpdates,
  NavigationDrawer,
  PhoneBar,
  StaleBar,
  Toasts,
  TopBarTools,
}
