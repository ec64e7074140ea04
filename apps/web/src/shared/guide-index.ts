import type { GuideOutline } from './guide.ts'

const outlines = import.meta.glob<GuideOutline>('../../../../docs/guide/*.md', {
  query: '?outline',
  import: 'default',
  eager: true,
})

/** All pages of the guide, in the order of its contents. */
export const guideIndex: readonly GuideOutline[] = Object.values(outlines).sort(
  (page, other) => page.order - other.order,
)
