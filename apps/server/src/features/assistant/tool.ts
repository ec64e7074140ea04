import type { Scope } from '@aviary/contract/scopes'
import { z } from 'zod'
import { toVisibleText } from '../../mail/public.ts'
import type { Ask } from './ask.ts'

/** A tool as assistants see it. */
export type Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodRawShape = z.ZodRawShape> = {
  name: string
  title: string
  description: string
  /** Tokens without it are not shown the tool: the scope of the call that it stands on. */
  scope: Scope
  input: I
  output: O
  run: (input: z.output<I>, ask: Ask, now: Date) => Promise<z.input<z.ZodObject<O>>>
}

export const tool = <I extends z.ZodObject, O extends z.ZodRawShape>(definition: Tool<I, O>): Tool =>
  definition as unknown as Tool

/** The input of a list that is answered in parts. */
export const inParts = {
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, 'use the next_cursor of the answer before')
    .default('0')
    .describe('The next_cursor of the answer before: goes on where that one ended.'),
}
/** The output beside the part. */
export const rest = {
  next_cursor: z
    .string()
    .nullable()
    .describe('Call again with it as cursor for what is left; null when nothing is.'),
}

export const jiraId = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .describe('The number of the incident, such as OPI-1801.')

export const moment = z.iso.datetime()

/** Whether a record is about the named service or data center, by any of its names. */
export const isAbout = (own: readonly string[], wanted: string | undefined): boolean =>
  wanted === undefined || own.some((name) => name.toLowerCase() === wanted.toLowerCase())

export const toText = (html: string): string => toVisibleText(html).trim()
