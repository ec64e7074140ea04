/**
 * Loads code together with styles of the component library. The library's styles are requested first, so
 * that the code's own styles override them.
 */
export async function withPartStyles<T>(load: () => Promise<T>): Promise<T> {
  const [, loaded] = await Promise.all([import('../ui/part-styles.ts'), load()])
  return loaded
}
