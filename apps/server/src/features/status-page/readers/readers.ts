import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { type AssetNames, openSite } from '../pages/frame.ts'
import type { PublicStatus } from '../snapshot/schema.ts'
import type { StatusFile } from '../status-file.ts'
import { cleanStatus } from './clean-text.ts'
import { renderStatuspage } from './statuspage/statuspage.ts'

/** The status for programs: the answers of Statuspage's API, in English. */
export function renderReaders(status: PublicStatus, parts: { now: Date; assets: AssetNames }): StatusFile[] {
  return renderStatuspage(openSite({ ...parts, status: cleanStatus(status), locale: FALLBACK_LOCALE }))
}
