export { Story } from './Story.tsx'
export { useMessages, useTimeline } from './use-timeline.ts'
export { MessageHistory } from './WhatChanged.tsx'
