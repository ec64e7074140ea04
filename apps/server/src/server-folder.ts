import path from 'node:path'

/** The folder `apps/server`, from the sources (this file lies directly in `src`) and from the bundle (`dist`). */
export const serverFolder = path.resolve(import.meta.dirname, '..')

/** Where the build writes the web app. */
export const builtWebFolder = path.resolve(serverFolder, '../web/dist')
