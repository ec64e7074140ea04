import { and, eq, gt, lte } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { tokenPreviews } from '../../database/tables/access.ts'

type Preview = typeof tokenPreviews.$inferInsert

/** Stores a preview in place of the one that the token made of the same content before. */
export const savePreview = (db: Db, preview: Preview) =>
  db
    .insert(tokenPreviews)
    .values(preview)
    .onConflictDoUpdate({
      target: [tokenPreviews.tokenId, tokenPreviews.contentHash],
      set: { total: preview.total, previewedAt: preview.previewedAt },
    })

type PreviewQuery = Pick<Preview, 'tokenId' | 'contentHash'> & { since: Date }

/** Deletes a preview and returns it; undefined if there is none, or another transaction has used it. */
export async function takePreview(db: Db, { tokenId, contentHash, since }: PreviewQuery) {
  const [preview] = await db
    .delete(tokenPreviews)
    .where(
      and(
        eq(tokenPreviews.tokenId, tokenId),
        eq(tokenPreviews.contentHash, contentHash),
        gt(tokenPreviews.previewedAt, since),
      ),
    )
    .returning()
  return preview
}

export const deletePreviewsUntil = (db: Db, until: Date) =>
  db.delete(tokenPreviews).where(lte(tokenPreviews.previewedAt, until))
