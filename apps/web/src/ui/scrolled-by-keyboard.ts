/** Where nothing inside can be focused, the box itself is, so that the arrow keys scroll it. */
export const scrolledByKeyboard = (label: string) => ({ role: 'group', 'aria-label': label, tabIndex: 0 })
