import { type AuditFields, type ChainEnd, hashAfter, type SealedRow } from './hash.ts'
import type { Link } from './queries.ts'

/**
 * Faults found in the chain: `texts` has a sentence for each of the first MAX_REPORTED faults, `count` counts
 * all.
 */
export type Findings = { texts: string[]; count: number; add: (text: string) => void }

const MAX_REPORTED = 20

export function openFindings(): Findings {
  const findings: Findings = {
    texts: [],
    count: 0,
    add: (text) => {
      findings.count += 1
      if (findings.texts.length < MAX_REPORTED) findings.texts.push(text)
    },
  }
  return findings
}

export const describeRow = (row: AuditFields): string =>
  `row ${row.pkey} (${row.application_name}, ${row.user_email}, ${row.action_name}, ${row.created_date})`

/**
 * A link whose seal does not match its row. Only the next link shows whether the seal or the row was altered.
 */
type Doubt = { link: Link & { row: SealedRow }; expectedHash: string | undefined }

/**
 * Follows the chain link by link and records faults. Each link is checked against the previous seal as
 * stored, not as computed, so that one alteration is reported only once.
 */
export function openFollowing(start: ChainEnd, findings: Findings) {
  let end = start
  let rows = 0
  let doubt: Doubt | undefined
  /** True for the first link after a gap: it cannot be checked, because the previous hash is unknown. */
  let isAfterGap = false

  const settle = (isSeal: boolean) => {
    if (!doubt) return
    const { link } = doubt
    if (isSeal) findings.add(`seal ${link.sealNo} of ${describeRow(link.row)} was altered`)
    else findings.add(`${describeRow(link.row)} was changed after it was sealed (seal ${link.sealNo})`)
    doubt = undefined
  }

  const followLink = (link: Link) => {
    if (link.sealNo !== end.sealNo + 1) gap(end.sealNo + 1, link.sealNo - 1)
    rows += 1
    const { row } = link
    const before = end
    end = { sealNo: link.sealNo, hash: link.hash }
    if (!row) {
      settle(false)
      findings.add(`row ${link.pkey} was removed after it was sealed (seal ${link.sealNo})`)
    } else if (isAfterGap) {
      settle(false)
    } else {
      compare({ ...link, row }, before)
    }
    isAfterGap = false
  }

  const compare = (link: Link & { row: SealedRow }, before: ChainEnd) => {
    const expectedHash = hashAfter(before.hash, link.sealNo, link.row)
    if (expectedHash === link.hash) return settle(false)
    const hashAfterDoubt = doubt?.expectedHash && hashAfter(doubt.expectedHash, link.sealNo, link.row)
    if (hashAfterDoubt === link.hash) return settle(true)
    settle(false)
    doubt = { link, expectedHash }
  }

  const gap = (from: number, to: number) => {
    settle(false)
    findings.add(from >= to ? `seal ${from} is missing` : `seals ${from} to ${to} are missing`)
    isAfterGap = true
  }

  return {
    follow: followLink,
    /** Continues after the seal `next`, without checking links in between. */
    skipTo: (next: ChainEnd) => {
      settle(false)
      end = next
      isAfterGap = false
    },
    end: () => end,
    rows: () => rows,
    /**
     * To be called after the last link. If the last seal does not match its row, the row is reported as
     * changed: no next link can tell whether the seal was altered.
     */
    finish: () => settle(false),
  }
}

export type Following = ReturnType<typeof openFollowing>
