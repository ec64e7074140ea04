export { addIncident, publishByHand, readPublished, resumeFolder } from './export/by-hand.ts'
export { openExporter } from './export/exporter.ts'
export { openKeeper } from './keeper.ts'
export { readPublicStatus } from './snapshot/read.ts'
