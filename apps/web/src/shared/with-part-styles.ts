/** Loads code together with the styles of the library's parts. Those are asked for first: the code's own go over them. */
export async function withPartStyles<T>(load: () => Promise<T>): Promise<T> {
  const [, loaded] = await Promise.all([import('../ui/part-styles.ts'), load()])
  return loaded
}
