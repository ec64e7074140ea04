import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMailNames } from './mail-names.ts'

const names = openMailNames(randomBytes(32).toString('base64url'))

test('a name leads back to its mail, in any case', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 48 - 1 }), (id) => {
      const name = names.nameOf(id)
      expect(name).toMatch(/^[0-9a-f]{32}$/)
      expect(names.nameOf(id)).toBe(name)
      expect(names.deliveryOf(name.toUpperCase())).toBe(id)
    }),
  )
})

test('a name that was made up, changed or given by another installation leads nowhere', () => {
  const name = names.nameOf(12)
  const changed = `${name.slice(0, -1)}${name.endsWith('0') ? '1' : '0'}`
  const foreign = openMailNames(randomBytes(32).toString('base64url')).nameOf(12)
  for (const wrong of [changed, foreign, '', '12', '0'.repeat(32), name.slice(1), `${name}0`, 'g'.repeat(32)])
    expect(names.deliveryOf(wrong)).toBeUndefined()
})
