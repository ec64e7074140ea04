export { useTemplates } from './use-templates.ts'
