import { type ChainEnd, hashAfter, type SealedRow } from './hash.ts'
import type { Link } from './queries.ts'

/** What does not fit, as sentences: the first few in `texts`, all of them in `count`. */
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

export const describeRow = (row: SealedRow): string =>
  `row ${row.pkey} (${row.application_name}, ${row.user_email}, ${row.action_name}, ${row.created_date})`

/** A seal that does not match its row. Only the next link shows which of the two was changed. */
type Doubt = { link: Link & { row: SealedRow }; expectedHash: string }

/**
 * Follows the chain link by link and records what does not fit. Each link is checked against the stored seal before
 * it, so that one change is reported once, not for every later link.
 */
export function openFollowing(start: ChainEnd, findings: Findings) {
  let end = start
  let rows = 0
  let doubt: Doubt | undefined
  /** After a gap the previous hash is unknown, so the first link cannot be checked. */
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
    if (doubt && hashAfter(doubt.expectedHash, link.sealNo, link.row) === link.hash) return settle(true)
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
    /** Continues after this seal without checking anything before it. */
    skipTo: (next: ChainEnd) => {
      settle(false)
      end = next
      isAfterGap = false
    },
    end: () => end,
    rows: () => rows,
    /** No link follows the last one, so an open doubt is settled as a changed row. */
    finish: () => settle(false),
  }
}

export type Following = ReturnType<typeof openFollowing>
