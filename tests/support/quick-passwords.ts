import type * as Argon2 from '@node-rs/argon2'
import { vi } from 'vitest'

// The server hashes at the cost it always has, which password-cost.test.ts proves; other tests ask for thousands of
// hashes and prove nothing by their cost. A hash carries its own, so checking one is quick as well.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof Argon2>()
  const hash: typeof argon2.hash = (password, options, signal) =>
    argon2.hash(password, { ...options, memoryCost: 64, timeCost: 1 }, signal)
  return { ...argon2, hash }
})
