import { ApiError } from '#api/api-error.ts'
import type { ApiClient } from '#api/api-client.ts'
import { getBet, listBets, listPastSeeds } from '#contract/play.ts'
import type { ReceiptKey, SignedReceipt, VerifySignature } from '#fair/receipt.ts'
import { signedOf } from '#features/play/history-export.ts'
import { isCrashBet, type BetGame, type PastBet } from '#features/play/play-engine.ts'
import type { ReceiptReport } from '#features/play/play-receipts.ts'
import { createDurableStorage, type DurableStorage } from '#lib/durable-storage.ts'
import { checkReceipts, type KeptChain } from './check-receipts.ts'
import { createReceiptShelf, keptOf, MOST_KEPT, type KeptReceipt } from './receipt-shelf.ts'
import { verifySignature } from '#lib/verify-signature.ts'

/** The server tells of a key some seconds after it has begun to sign. */
const TOLD_AFTER_MS = 6_000

/** The keys of the house; `isFresh` asks the server where the known ones do not do. */
type ReadKeys = (isFresh: boolean) => Promise<readonly ReceiptKey[]>

export interface ReceiptBookOptions {
  readonly uid: number
  readonly call: ApiClient['call']
  readonly readKeys: ReadKeys
  /** Hash of the server seed that is bet with now; undefined while it is not known. */
  readonly sealedHash: () => string | undefined
  readonly storage?: DurableStorage
  readonly verify?: VerifySignature
}

export interface ReceiptBook {
  keep(receipts: readonly { readonly signed: SignedReceipt; readonly bet: string }[]): Promise<void>
  /** With the receipts that are kept here. Fails if keys are not known and cannot be asked for. */
  check(bet: PastBet): Promise<ReceiptReport>
  /** Asks for receipts that are not kept here, and keeps them. Fails as the API does. */
  look(bet: PastBet): Promise<ReceiptReport>
  kept(): Promise<readonly SignedReceipt[]>
  /** The keys that receipts are checked with. Fails as the API does. */
  keysFor(receipts: readonly SignedReceipt[]): Promise<readonly ReceiptKey[]>
  /** Asks for the receipts of a game's latest bets, and keeps them. Fails as the API does. */
  askLatest(game: BetGame): Promise<void>
}

export function createReceiptBook({
  uid,
  call,
  readKeys,
  sealedHash,
  storage = createDurableStorage('koi-receipts'),
  verify = verifySignature,
}: ReceiptBookOptions): ReceiptBook {
  const shelf = createReceiptShelf(storage, uid)
  /** By hash, the oldest first. */
  const known = new Map<string, KeptReceipt>()
  const followers = new Map<string, KeptReceipt[]>()
  const ofBets = new Map<string, KeptReceipt[]>()
  /** Server seeds by their hashes. */
  const revealed = new Map<string, string>()
  let reading: Promise<void> | undefined

  function note(receipts: readonly KeptReceipt[]): void {
    for (const receipt of receipts) {
      if (known.has(receipt.hash)) continue
      known.set(receipt.hash, receipt)
      list(followers, receipt.prev).push(receipt)
      list(ofBets, receipt.bet).push(receipt)
    }
    for (const [hash, receipt] of known) {
      if (known.size <= MOST_KEPT) break
      known.delete(hash)
      unlist(followers, receipt.prev, receipt)
      unlist(ofBets, receipt.bet, receipt)
    }
  }

  /** Another tab may have stored more. */
  async function readShelf(): Promise<void> {
    note(await shelf.all().catch(() => []))
  }

  const chain: KeptChain = {
    withHash: (hash) => known.get(hash),
    after: (hash) => followers.get(hash) ?? [],
  }

  async function keep(added: readonly { readonly signed: SignedReceipt; readonly bet: string }[]) {
    if (added.length === 0) return
    const receipts = added.map(({ signed, bet }) => keptOf(signed, bet))
    await (reading ??= readShelf())
    note(receipts)
    await shelf.add(receipts)
  }

  /** Adds the server seed if it is revealed. */
  async function unsealed(bet: PastBet): Promise<PastBet> {
    if (isCrashBet(bet)) return bet
    const { serverSeed, serverSeedHash } = bet.seeds
    if (serverSeed !== null || serverSeedHash === sealedHash()) return bet
    if (!revealed.has(serverSeedHash)) {
      const { pairs } = await call(listPastSeeds)
      for (const pair of pairs) revealed.set(pair.serverSeedHash, pair.serverSeed)
    }
    const seed = revealed.get(serverSeedHash)
    return seed === undefined ? bet : { ...bet, seeds: { ...bet.seeds, serverSeed: seed } }
  }

  async function check(given: PastBet): Promise<ReceiptReport> {
    await (reading ??= readShelf())
    const receipts = (ofBets.get(given.id) ?? []).map(signedOf)
    // A receipt is not wrong because the seeds cannot be read.
    const bet = await unsealed(given).catch(() => given)
    const keys = await keysFor(receipts, readKeys)
    return { ...(await checkReceipts({ bet, receipts, keys, chain, verify })), bet, receipts, keys }
  }

  return {
    keep,
    check,
    async look(bet) {
      // Another tab may have kept more.
      reading = readShelf()
      const report = await check(bet)
      if (report.verdict.status !== 'missing') return report
      try {
        const { receipts } = await call(getBet, { params: { id: bet.id } })
        await keep(receipts.map((signed) => ({ signed, bet: bet.id })))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return report
        throw error
      }
      return await check(bet)
    },
    async kept() {
      await (reading = readShelf())
      return [...known.values()].map(signedOf)
    },
    keysFor: (receipts) => keysFor(receipts, readKeys),
    async askLatest(game) {
      const { receipts = {} } = await call(listBets, { query: { game, receipts: 'true' } })
      await keep(Object.entries(receipts).flatMap(([bet, all]) => all.map((signed) => ({ signed, bet }))))
    },
  }
}

async function keysFor(
  receipts: readonly SignedReceipt[],
  readKeys: ReadKeys,
): Promise<readonly ReceiptKey[]> {
  const isKnown = (keys: readonly ReceiptKey[]) =>
    receipts.every(({ kid }) => keys.some((key) => key.kid === kid))
  const keys = await readKeys(false)
  if (isKnown(keys)) return keys
  const fresh = await readKeys(true)
  if (isKnown(fresh)) return fresh
  await new Promise((resolve) => setTimeout(resolve, TOLD_AFTER_MS))
  return await readKeys(true)
}

function list(lists: Map<string, KeptReceipt[]>, key: string): KeptReceipt[] {
  const found = lists.get(key) ?? []
  lists.set(key, found)
  return found
}

function unlist(lists: Map<string, KeptReceipt[]>, key: string, receipt: KeptReceipt): void {
  const rest = lists.get(key)?.filter((each) => each !== receipt) ?? []
  if (rest.length > 0) lists.set(key, rest)
  else lists.delete(key)
}
