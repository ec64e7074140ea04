type Opener = () => void

let opener: Opener | undefined

/** The palette loads on demand; the component that renders it sets how to open it. */
export const setPaletteOpener = (newOpener: Opener | undefined): void => {
  opener = newOpener
}

export const openPalette = (): void => opener?.()
