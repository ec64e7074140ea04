import path from 'node:path'

/** The folder `apps/server`, whether this file runs from the sources (`src`) or from the bundle (`dist`). */
export const serverFolder = path.resolve(import.meta.dirname, '..')

/** Where the build writes the web app. */
export const builtWebFolder = path.resolve(serverFolder, '../web/dist')
