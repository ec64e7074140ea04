import { createHash, type Hash } from 'node:crypto'
import { z } from 'zod'
import type { Findings } from './follow.ts'
import { erasedDigest, maskRow, type SealedRow } from './hash.ts'
import type { Link } from './queries.ts'

/** What was erased of one person: the sealed row of the erasure says it, so that no other erasure passes for it. */
export type Proof = {
  rows: number
  addresses: number
  /** SHA-256, base64url, over seal number, place and digest of each erased address in the order of the chain. */
  digest: string
}

export const ERASE_PERSON = 'Erase Person'

const proof = z.object({ rows: z.number(), addresses: z.number(), digest: z.string() })
/** Context of the audit row of an erasure. */
const erasure = z.object({ erased: z.string(), audit: proof })

type Tally = { rows: number; addresses: number; hash: Hash; firstSeal: number }

/** Counts erased addresses by pseudonym; rows must be added in the order of the chain. */
export function openTally() {
  const tallies = new Map<string, Tally>()
  const addAddress = (pseudonym: string, sealNo: number, text: string): Tally => {
    const tally = tallies.get(pseudonym) ?? {
      ...{ rows: 0, addresses: 0, hash: createHash('sha256'), firstSeal: sealNo },
    }
    tally.addresses += 1
    tally.hash.update(text)
    tallies.set(pseudonym, tally)
    return tally
  }
  return {
    add: (sealNo: number, row: SealedRow) => {
      const digests = row.address_salts?.map(erasedDigest) ?? []
      if (digests.every((digest) => digest === undefined)) return
      const { addresses } = maskRow(row)
      const found = new Set<Tally>()
      for (const [place, digest] of digests.entries()) {
        const pseudonym = addresses[place]
        if (digest !== undefined && pseudonym !== undefined)
          found.add(addAddress(pseudonym, sealNo, `${sealNo} ${place} ${digest}\n`))
      }
      for (const tally of found) tally.rows += 1
    },
    /** To be called once, after the last row. */
    finish: (): Map<string, Proof & { firstSeal: number }> =>
      new Map(
        [...tallies].map(([pseudonym, { hash, ...counts }]) => [
          pseudonym,
          { ...counts, digest: hash.digest('base64url') },
        ]),
      ),
  }
}

export const NOTHING_ERASED: Proof = {
  rows: 0,
  addresses: 0,
  digest: createHash('sha256').digest('base64url'),
}

export type ErasedCounts = { people: number; addresses: number }

/** Compares what is erased in the chain with the erasures that it records. */
export function openErasureCheck(findings: Findings) {
  const tally = openTally()
  const recorded = new Map<string, Proof & { sealNo: number }>()
  return {
    check: ({ sealNo, row }: Link) => {
      if (!row) return
      tally.add(sealNo, row)
      const said = row.action_name === ERASE_PERSON ? readErasure(row.context) : undefined
      if (said && !recorded.has(said.erased)) recorded.set(said.erased, { ...said.audit, sealNo })
    },
    finish: (): ErasedCounts => {
      const erased = tally.finish()
      for (const [pseudonym, { firstSeal }] of erased)
        if (!recorded.has(pseudonym))
          findings.add(
            `${pseudonym} stands for an address since seal ${firstSeal}, and no sealed row says that somebody was erased`,
          )
      for (const [pseudonym, { sealNo, ...said }] of recorded) {
        const { firstSeal: _, ...found } = erased.get(pseudonym) ?? { ...NOTHING_ERASED, firstSeal: 0 }
        if (found.digest !== said.digest)
          findings.add(
            `${pseudonym} stands for ${found.addresses} addresses in ${found.rows} rows, other ones than the ${said.addresses} in ${said.rows} rows that seal ${sealNo} says were erased`,
          )
      }
      const addresses = [...erased.values()].reduce((sum, { addresses }) => sum + addresses, 0)
      return { people: erased.size, addresses }
    },
  }
}

function readErasure(context: string | null): z.infer<typeof erasure> | undefined {
  if (context === null) return undefined
  try {
    return erasure.safeParse(JSON.parse(context)).data
  } catch {
    return undefined
  }
}
