/** A page of the guide, made of Markdown by the build (`guide-pages.ts`). */
export type GuidePage = { title: string; html: string }

/**
 * A page of the guide as sections of plain text. The first section is the text before the first heading; its id is
 * empty.
 */
export type GuideOutline = {
  name: string
  /** Position of the page in the guide's contents. */
  order: number
  title: string
  sections: { id: string; title: string; text: string }[]
}

/** Name of the page that lists the others. */
export const GUIDE_CONTENTS = 'README'

/** The address of `page` or `page#section`, for a link. */
export function guideLink(reference: string): { to: string; hash?: string } {
  const [page, hash] = reference.split('#')
  const to = page === GUIDE_CONTENTS ? '/guide' : `/guide/${page}`
  return hash ? { to, hash } : { to }
}
