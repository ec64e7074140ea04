/** A page of the guide, made of Markdown by the build (`guide-pages.ts`). */
export type GuidePage = { title: string; html: string }

/**
 * The sections of a page, each with heading and text. The first is the beginning of the page, with an empty
 * id.
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
