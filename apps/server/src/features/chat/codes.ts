import { randomInt } from 'node:crypto'
import { sha256 } from '../session/public.ts'

/** Without characters that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 8

/** 40 random bits, easy to type: a code holds for minutes, and only what the chat has signed can try one. */
export const newChatCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** The digest that the database stores, however the code was typed. */
export const hashOfChatCode = (code: string): string => sha256(`chat:${code.trim().toUpperCase()}`)
