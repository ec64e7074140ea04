/** The parts of a query result that a view waits for. */
export type Loaded<Data> = { data: Data | undefined; error: Error | null; refetch: () => unknown }
