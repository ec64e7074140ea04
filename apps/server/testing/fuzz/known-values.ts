import { isRecord } from './json-schema.ts'

const MAX_VALUES_PER_NAME = 40
/** Fields by which other records refer to a record. */
const NAMING = ['system_name', 'name', 'id', 'pkey']

export type KnownValues = ReturnType<typeof openKnownValues>

/** Collects the values in answers by the name of their field, so that later requests can use them. */
export function openKnownValues() {
  const byName = new Map<string, Set<unknown>>()

  const add = (name: string, value: unknown): void => {
    if (typeof value !== 'string' && typeof value !== 'number') return
    const values = byName.get(name) ?? new Set()
    byName.set(name, values)
    if (values.size < MAX_VALUES_PER_NAME) values.add(value)
  }

  const learn = (value: unknown, name = ''): void => {
    if (Array.isArray(value)) {
      for (const element of value.slice(0, MAX_VALUES_PER_NAME)) learn(element, name)
    } else if (isRecord(value)) {
      for (const naming of NAMING) add(name, value[naming])
      for (const [key, inner] of Object.entries(value)) learn(inner, key)
    } else {
      add(name, value)
    }
  }

  /** Values of fields with this name or a similar one. */
  const valuesOf = (name: string): unknown[] => {
    const camel = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    const [singular, last = name] = [name.replace(/s$/, ''), name.split('_').at(-1)]
    const names = [
      name,
      camel,
      singular,
      `${singular}s`,
      `affected_${name}`,
      last,
      `${last.replace(/s$/, '')}s`,
    ]
    return [...new Set(names.flatMap((each) => [...(byName.get(each) ?? [])]))]
  }

  const samples = new Map<string, unknown[]>()
  /** Adds a sample body for an operation whose body the OpenAPI document does not describe. */
  const addSample = (operation: string, body: unknown): void =>
    void samples.set(operation, [...(samples.get(operation) ?? []), body])
  const samplesOf = (operation: string): readonly unknown[] => samples.get(operation) ?? []

  return { add, learn, of: valuesOf, addSample, samplesOf }
}
