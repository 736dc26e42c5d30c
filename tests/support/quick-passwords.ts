import type * as Argon2 from '@node-rs/argon2'
import { vi } from 'vitest'

// The server always hashes at full cost, which password-cost.test.ts proves; other tests make thousands of hashes and
// need no cost. A hash stores its own cost, so checking one is fast, too.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof Argon2>()
  const hash: typeof argon2.hash = (password, options, signal) =>
    argon2.hash(password, { ...options, memoryCost: 64, timeCost: 1 }, signal)
  return { ...argon2, hash }
})
