import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'
import type { BodyEditorProps } from './BodyEditor.tsx'

/** The editor, whose library is loaded when a body has more than paragraphs or somebody asks for it. */
export const LazyBodyEditor = lazyWithRetry<BodyEditorProps>(async () => ({
  default: (await import('./BodyEditor.tsx')).BodyEditor,
}))
