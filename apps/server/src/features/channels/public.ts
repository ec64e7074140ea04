export { previewChannels } from './reached.ts'
