/** Makes a box focusable so that arrow keys scroll it, for boxes without focusable content. */
export const scrolledByKeyboard = (label: string) => ({ role: 'group', 'aria-label': label, tabIndex: 0 })
