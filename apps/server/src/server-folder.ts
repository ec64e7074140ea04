import path from 'node:path'

/** The folder `apps/server`: this file lies directly in the folder of the sources (`src`), as the bundle does in `dist`. */
export const serverFolder = path.resolve(import.meta.dirname, '..')

/** Where the build puts the web app. */
export const builtWebFolder = path.resolve(serverFolder, '../web/dist')
