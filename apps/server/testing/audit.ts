import { sql } from 'drizzle-orm'
import type { Db } from '../src/database/open.ts'
import { auditLog } from '../src/database/tables/audit.ts'

/**
 * Rare values: `fillAudit` writes each into five evenly spread rows, or fewer if its `count` is no multiple of five.
 */
export const RARE = { application: 'Importer', user: 'rare@acme.example', action: 'Rare Action' }
const RARE_ROWS = 5
const DAYS = 730

type Fill = { count: number; seed: number; end: Date }

/**
 * Adds `count` audit rows before `end`, oldest first, without seals, and refreshes statistics. The same seed gives
 * the same rows.
 */
export async function fillAudit(db: Db, { count, seed, end }: Fill): Promise<void> {
  // A pseudo-random number from 0 (inclusive) to 1 per row and column.
  const share = (column: number) =>
    sql.raw(`((hashint8extended(n, ${seed * 10 + column}) & 2147483647) / 2147483648.0)`)
  const orRare = (rare: string, usual: ReturnType<typeof share>) =>
    sql`case when n % ${Math.ceil(count / RARE_ROWS)}::bigint = 0 then ${rare} else ${usual} end`
  // Raising to a power makes the first values common and the last ones rare.
  await db.execute(sql`
    insert into ${auditLog} (application_name, user_email, action_name, created_date, context)
    select ${orRare(RARE.application, sql`(array['Aviary', 'Aviary', 'Aviary', 'Portal', 'Monitor'])[1 + floor(${share(1)} * 5)::int]`)},
      ${orRare(RARE.user, sql`'person' || floor(3000 * power(${share(2)}, 3)) || '@acme.example'`)},
      ${orRare(RARE.action, sql`'Action ' || floor(120 * power(${share(3)}, 2))`)},
      ${end.toISOString()}::timestamptz - (${count} - n) * (interval '1 day' * ${DAYS} / ${count}),
      case when n % 10 > 0 then jsonb_build_object('before', jsonb_build_object('title', md5(n::text)),
        'after', jsonb_build_object('title', md5((n + 1)::text)), 'request_id', md5((n + 2)::text)) end
    from generate_series(1::bigint, ${count}::bigint) n`)
  await db.execute(sql`vacuum analyze ${auditLog}`)
}
