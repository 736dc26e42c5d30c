import { expect, it, vi } from 'vitest'
import { fitsPassword, hashPassword } from '#server/accounts/passwords.ts'

// Other tests hash at a lower cost.
vi.unmock('@node-rs/argon2')

it('hashes passwords with argon2id at the cost that OWASP recommends', async () => {
  const hash = await hashPassword('carp in the quiet pond')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await fitsPassword(hash, 'carp in the quiet pond')).toBe(true)
  expect(await fitsPassword(hash, 'carp in the quiet lake')).toBe(false)
})
