/** What is asked of the server, as far as it is here. */
export type Loaded<Data> = { data: Data | undefined; error: Error | null; refetch: () => unknown }
