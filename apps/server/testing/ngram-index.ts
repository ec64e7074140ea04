import { sql } from 'drizzle-orm'
import { bitsFor } from '../src/features/changes/ngram-index/ngrams.ts'
import type { TestApp } from './app.ts'

type Row = { search_text: string; is_unread: boolean; letters: string | null }

/**
 * Letters and pairs that occur in a change but are missing in the index. Reads both in one snapshot, without
 * the product's search.
 */
export async function findLost(server: Pick<TestApp, 'db'>): Promise<string[]> {
  const { rows } = await server.db.execute<Row>(sql`
    select search_text, letters::text, exists (
      select from unread_changes unread where unread.change_type = changes.change_type
        and (effective_at, change_id) >= (first_at, first_id) and (effective_at, change_id) <= (last_at, last_id)
        and change_hour(first_at) = change_hour(effective_at)
    ) as is_unread
    from changes left join change_letters kept
      on kept.change_type = changes.change_type and kept.hour = change_hour(effective_at)`)
  return rows.flatMap(({ search_text: text, is_unread, letters }) => {
    if (is_unread) return []
    const parts = [...text].flatMap((_, index) => [
      text.slice(index, index + 1),
      text.slice(index, index + 2),
    ])
    return parts.filter((part) => !bitsFor(part).every((bit) => letters?.[bit] === '1'))
  })
}

export const countUnread = async (server: Pick<TestApp, 'db'>): Promise<number> => {
  const result = await server.db.execute<{ count: number }>(
    sql`select count(*)::int as count from unread_changes`,
  )
  return result.rows[0]?.count ?? 0
}
