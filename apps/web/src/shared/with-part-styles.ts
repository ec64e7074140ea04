/**
 * Loads code together with the component library's styles; these load first, so that the code's own styles override
 * them.
 */
export async function withPartStyles<T>(load: () => Promise<T>): Promise<T> {
  const [, loaded] = await Promise.all([import('../ui/part-styles.ts'), load()])
  return loaded
}
