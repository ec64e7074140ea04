/** Opens the collapsible panel with this id, if the page has it, and moves the focus to its head. */
export function openPanel(id: string): void {
  const panel = document.getElementById(id)
  const head = panel?.querySelector<HTMLElement>('button[aria-expanded]')
  if (head?.getAttribute('aria-expanded') === 'false') head.click()
  panel?.scrollIntoView()
  head?.focus({ preventScroll: true })
}
