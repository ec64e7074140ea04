/** Runs in the page: texts whose letters an element with hidden overflow cuts at the top or at the bottom. */
export function cutLetters(): { checked: number; cut: string[] } {
  /** Fonts reserve a little more than their letters need. */
  const SLACK_PX = 1
  const cut = new Set<string>()
  let checked = 0
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement
    if (!parent || text.textContent?.trim() === '' || parent.closest('.visually-hidden')) continue
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
    checked += 1
    for (let box: Element | null = parent; box; box = box.parentElement) {
      const { overflowY, display } = getComputedStyle(box)
      if (overflowY === 'auto' || overflowY === 'scroll') break
      if (display === 'inline' || overflowY === 'visible') continue
      const { top, bottom, height } = box.getBoundingClientRect()
      if (height < 2) break
      const isCut = lines.some(
        (line) =>
          (line.bottom > bottom + SLACK_PX && line.top < bottom - SLACK_PX) ||
          (line.top < top - SLACK_PX && line.bottom > top + SLACK_PX),
      )
      if (isCut) cut.add(`${text.textContent}`)
    }
  }
  return { checked, cut: [...cut] }
}
