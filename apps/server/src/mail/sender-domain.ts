import { domainToASCII } from 'node:url'

/** The address in `Name <address>`. */
export const addressOfSender = (sender: string): string => /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender

/** The domain of an address in ASCII (punycode), as DNS has it. */
export const domainOfAddress = (address: string): string =>
  domainToASCII(/@([^@\s]+)$/.exec(address)?.[1] ?? '')

export const domainOfSender = (sender: string): string =>
  domainOfAddress(addressOfSender(sender)) || 'localhost'
