export { previewChannels, seenChannels } from './reached.ts'
