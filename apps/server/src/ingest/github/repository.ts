import { type Foreign, isForeign, namesIn, objectIn, textIn } from '../foreign.ts'

export type Repository = { owner: string; name: string; defaultBranch: string }

/** The repository of an event; if the body names none, read from the URL of the deployment or release. */
export function readRepository(body: Foreign, address: string): Repository | undefined {
  const repository = objectIn(body, 'repository')
  const [fullOwner = '', fullName = ''] = textIn(repository, 'full_name').split('/')
  const [, ownerInUrl = '', nameInUrl = ''] = /\/repos\/([^/]+)\/([^/]+)\//.exec(address) ?? []
  const owner = textIn(objectIn(repository, 'owner'), 'login') || fullOwner || ownerInUrl
  const name = textIn(repository, 'name') || fullName || nameInUrl
  if (!isName(owner) || !isName(name)) return undefined
  return { owner, name, defaultBranch: textIn(repository, 'default_branch') }
}

/** Whether the text can be the name of an owner or repository; GitHub's own limits are 39 and 100 characters. */
const isName = (text: string): boolean => /^[\w.-]{1,100}$/.test(text)

/** Services, data centers and CIs as named in the repository's settings. */
export type NamedRecords = { services: string[]; dataCenters: string[]; cis: string[] }

/** Reads the keys `service`, `services`, `data_center`, `data_centers`, `ci` and `cis`: a text or a list each. */
export function readNamedRecords(...sources: unknown[]): NamedRecords {
  const read = (...keys: string[]) =>
    namesIn(
      sources.flatMap((source) => (isForeign(source) ? keys.flatMap((key) => namesIn(source[key])) : [])),
    )
  return {
    services: read('service', 'services'),
    dataCenters: read('data_center', 'data_centers'),
    cis: read('ci', 'cis'),
  }
}
