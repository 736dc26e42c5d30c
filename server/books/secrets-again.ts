import { createPrivateKey, createPublicKey, createHmac } from 'node:crypto'
import { crashResult, crashStep } from '#fair/crash.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import type { Database } from '#server/db/tables.ts'
import { BUCKETS } from '#server/ledger/bucket.ts'
import { sealedReceiptKey } from '#server/play/receipt-keys.ts'
import { openServerSeed } from '#server/play/seed-pairs.ts'
import { keyOf } from './signatures.ts'
import { Faults, type Thorough } from './thorough.ts'

const PAGE = 5_000

/** Nobody without the house's secret can put a key of his own among those that sign. */
export const KEYS_AGAIN: Thorough = {
  what: 'keys that sign receipts: each with its private part, which only the house can have sealed',
  async read(trx, { secrets }) {
    const faults = new Faults()
    if (secrets === null) return { count: 0, faults: [] }
    const rows = await trx.selectFrom('receipt_key').select(['kid', 'public_key', 'sealed']).execute()
    for (const { kid, public_key: raw, sealed } of rows) {
      if (!isOwn(() => sealedReceiptKey(secrets, kid, sealed), raw))
        faults.add('receipt_key_differs', `key ${kid}: its private part is none that the house has sealed`)
    }
    return { count: rows.length, faults: faults.all }
  },
}

function isOwn(open: () => Buffer, raw: Uint8Array): boolean {
  try {
    const own = createPublicKey(createPrivateKey({ key: open(), format: 'der', type: 'pkcs8' }))
    return keyOf(raw)?.equals(own) ?? false
  } catch {
    return false
  }
}

export const SEEDS_AGAIN: Thorough = {
  what: 'seed pairs: the hash that the player was told with the seed that the house has sealed',
  async read(trx, { secrets }) {
    const faults = new Faults()
    let count = 0
    if (secrets === null) return { count, faults: [] }
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      for (let after = { account: -1, ordinal: 0 }; ;) {
        const rows = await readPairs(trx, bucket, after)
        for (const row of rows) {
          const { account_id: uid, ordinal, hash } = row
          if (!isCommitted(() => openServerSeed(secrets, uid, row), hash))
            faults.add('seed_differs', `pair ${ordinal} of player ${uid}: its seed is not the one of ${hash}`)
        }
        count += rows.length
        const last = rows.at(-1)
        if (!last || rows.length < PAGE) break
        after = { account: last.account_id, ordinal: last.ordinal }
      }
    }
    return { count, faults: faults.all }
  },
}

const readPairs = (
  trx: Database,
  bucket: number,
  after: { readonly account: number; readonly ordinal: number },
) =>
  trx
    .selectFrom('seed_pair')
    .select(['account_id', 'ordinal', 'hash', 'sealed'])
    .where('bucket', '=', bucket)
    .where((eb) => eb(eb.refTuple('account_id', 'ordinal'), '>', eb.tuple(after.account, after.ordinal)))
    .orderBy('account_id')
    .orderBy('ordinal')
    .limit(PAGE)
    .execute()

function isCommitted(open: () => string, hash: string): boolean {
  try {
    return hashServerSeed(open()) === hash
  } catch {
    return false
  }
}

/** As `crashOutcome`, some times as fast: there are millions of rounds. */
const pointOf = (gameHash: string, salt: string) =>
  crashResult(crashStep(createHmac('sha256', gameHash).update(salt).digest('hex')))

export const POINTS_AGAIN: Thorough = {
  what: 'rounds of Crash: the point that hash and salt make',
  async read(trx) {
    const faults = new Faults()
    let count = 0
    for (let after = '0'; ;) {
      const rows = await trx
        .selectFrom('crash_round')
        .select(['id', 'game_hash', 'salt', 'point'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE)
        .execute()
      for (const { id, game_hash: hash, salt, point } of rows) {
        if (hash === null || salt === null || point === null) continue
        const made = pointOf(hash, salt)
        if (made !== Number(point))
          faults.add(
            'crash_round_differs',
            `round ${id}: crashed at ${point}, and hash and salt make ${made}`,
          )
        count += 1
      }
      const last = rows.at(-1)
      if (!last) return { count, faults: faults.all }
      after = String(last.id)
    }
  },
}
