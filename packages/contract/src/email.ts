// Local part: the characters of RFC 5321 without quoted strings, plus letters and digits of any script (RFC
// 6531).
const LOCAL = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?'
const TOP_LEVEL = '(?:[\\p{L}\\p{M}]{2,}|xn--[a-z0-9-]*[a-z0-9])'
export const EMAIL = new RegExp(`^${LOCAL}(?:\\.${LOCAL})*@(?:${LABEL}\\.)+${TOP_LEVEL}$`, 'iu')
export const LONGEST_EMAIL = 320

export const isEmail = (text: string): boolean => text.length <= LONGEST_EMAIL && EMAIL.test(text)
