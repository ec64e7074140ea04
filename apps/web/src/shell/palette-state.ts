type Opener = () => void

let opener: Opener | undefined

/** The palette is loaded when it is first asked for; whoever holds it says here how to open it. */
export const setPaletteOpener = (next: Opener | undefined): void => {
  opener = next
}

export const openPalette = (): void => opener?.()
