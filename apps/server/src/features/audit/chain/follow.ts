import { type ChainEnd, hashAfter, type SealedRow } from './hash.ts'
import type { Link } from './queries.ts'

/** What was found wrong, in words, the first of it. */
export type Findings = { texts: string[]; count: number; add: (text: string) => void }

const MOST_TOLD = 20

export function openFindings(): Findings {
  const findings: Findings = {
    texts: [],
    count: 0,
    add: (text) => {
      findings.count += 1
      if (findings.texts.length < MOST_TOLD) findings.texts.push(text)
    },
  }
  return findings
}

export const nameOf = (row: SealedRow): string =>
  `row ${row.pkey} (${row.application_name}, ${row.user_email}, ${row.action_name}, ${row.created_date})`

/** A seal that does not fit its row: which of the two was changed shows in the next one. */
type Doubt = { link: Link & { row: SealedRow }; made: string }

/**
 * Follows the chain link by link and adds what does not fit. A link is held against the seal before it as that is stored,
 * so that one change is found once and not in all that follows.
 */
export function openFollowing(start: ChainEnd, findings: Findings) {
  let end = start
  let rows = 0
  let doubt: Doubt | undefined
  /** After a gap the hash before is unknown: the first link is taken as it is. */
  let isAfterGap = false

  const settle = (isSeal: boolean) => {
    if (!doubt) return
    const { link } = doubt
    if (isSeal) findings.add(`seal ${link.sealNo} of ${nameOf(link.row)} was altered`)
    else findings.add(`${nameOf(link.row)} was changed after it was sealed (seal ${link.sealNo})`)
    doubt = undefined
  }

  const follow = (link: Link) => {
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
    const made = hashAfter(before.hash, link.sealNo, link.row)
    if (made === link.hash) return settle(false)
    if (doubt && hashAfter(doubt.made, link.sealNo, link.row) === link.hash) return settle(true)
    settle(false)
    doubt = { link, made }
  }

  const gap = (from: number, to: number) => {
    settle(false)
    findings.add(from >= to ? `seal ${from} is missing` : `seals ${from} to ${to} are missing`)
    isAfterGap = true
  }

  return {
    follow,
    /** Nothing is known of the chain up to this place but its end. */
    leapTo: (next: ChainEnd) => {
      settle(false)
      end = next
      isAfterGap = false
    },
    end: () => end,
    rows: () => rows,
    /** The last link has none after it to tell by. */
    finish: () => settle(false),
  }
}

export type Following = ReturnType<typeof openFollowing>
