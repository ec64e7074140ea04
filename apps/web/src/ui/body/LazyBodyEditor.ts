import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'
import type { BodyEditorProps } from './BodyEditor.tsx'

/** The rich-text editor. Its library is loaded only for bodies with more than paragraphs, or on request. */
export const LazyBodyEditor = lazyWithRetry<BodyEditorProps>(async () => ({
  default: (await import('./BodyEditor.tsx')).BodyEditor,
}))
