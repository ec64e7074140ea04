import { findAccount } from '../../features/chat/public.ts'
import { InvalidInput } from '../../http/errors.ts'
import type { Chat } from './chat.ts'
import { toMentioned } from './command-text.ts'

const ADDRESS = /^[^@\s]+@[^@\s]+$/

export const isPerson = (word: string): boolean => toMentioned(word) !== undefined || ADDRESS.test(word)

/** The address of a person whom Slack names, or that was typed. */
export async function findPerson({ db, team, now }: Chat, word: string): Promise<string> {
  const mentioned = toMentioned(word)
  if (mentioned !== undefined) {
    const account = await findAccount(db, { chat: 'slack', team, chatUser: mentioned }, now)
    if (account) return account.email
    throw new InvalidInput('This person has not linked Slack to Aviary: use their e-mail address')
  }
  if (ADDRESS.test(word)) return word
  throw new InvalidInput('To whom? Name somebody with @, or by their e-mail address')
}
