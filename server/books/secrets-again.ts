import { createPrivateKey, createPublicKey, createHmac } from 'node:crypto'
import { crashResult, crashStep } from '#rules/crash/crash.ts'
import { type CrashBeaconValue, crashSaltFault, crashValueFault } from '#rules/crash/crash-salt.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import type { Database } from '#server/db/tables.ts'
import { BUCKETS } from '#server/ledger/bucket.ts'
import { sealedReceiptKey } from '#server/play/receipt-keys.ts'
import { openServerSeed } from '#server/play/seed-pairs.ts'
import { keyOf } from './signatures.ts'
import { Faults, type Thorough } from './comparison.ts'

const PAGE = 5_000
/** Newest rounds whose drand signature is checked. One check takes milliseconds, and there are millions of rounds. */
const SIGNATURES = 100

/** Nobody without the house's secret can add a key of their own to those that sign. */
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

/** Does the same as `crashOutcome`, several times as fast: there are millions of rounds. */
const pointOf = (gameHash: string, salt: string) =>
  crashResult(crashStep(createHmac('sha256', gameHash).update(salt).digest('hex')))

export const POINTS_AGAIN: Thorough = {
  what: 'rounds of Crash: the point that hash and salt make, and the salt with the value of the beacon; the newest ones with its signature',
  async read(trx) {
    const faults = new Faults()
    let count = 0
    const newest: { readonly id: string; readonly salt: string; readonly beacon: CrashBeaconValue }[] = []
    for (let after = '0'; ;) {
      const rows = await trx
        .selectFrom('crash_round')
        .leftJoin('crash_practice_block', 'crash_practice_block.block', 'crash_round.beacon_round')
        .select(['id', 'game_hash', 'salt', 'point', 'locked_at', 'beacon_round', 'beacon_signature'])
        .select('crash_practice_block.hash as block_hash')
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE)
        .execute()
      for (const row of rows) {
        const { id, game_hash: hash, salt, point, beacon_signature: signature } = row
        if (salt !== null && signature !== null) {
          const beacon = {
            signature,
            lockedAt: row.locked_at?.getTime() ?? NaN,
            round: Number(row.beacon_round),
          }
          const fault = crashValueFault(salt, beacon)
          if (fault !== undefined) faults.add('crash_round_differs', `round ${id}: ${fault}`)
          else {
            newest.push({ id, salt, beacon })
            if (newest.length > SIGNATURES) newest.shift()
          }
        } else if (row.block_hash !== null && row.block_hash !== salt) {
          faults.add(
            'crash_round_differs',
            `round ${id}: the salt is not the hash of practice block ${row.beacon_round}`,
          )
        }
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
      if (!last) break
      after = String(last.id)
    }
    for (const { id, salt, beacon } of newest) {
      const fault = await crashSaltFault(salt, beacon)
      if (fault !== undefined) faults.add('crash_round_differs', `round ${id}: ${fault}`)
    }
    return { count, faults: faults.all }
  },
}
