/** Preview requests of the confirmation; the live preview beside the form sends `translate: false`. */
export const confirmed = (previews: readonly unknown[]) =>
  previews.filter((draft) => !Object.hasOwn(draft as object, 'translate'))
