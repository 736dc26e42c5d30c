import { getConfig } from '#contract/config.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { listCrashRounds } from '#contract/crash.ts'
import { listBets } from '#contract/play.ts'
import { getSeal, getSealedBalance, listSeals, type SealAnswer, SealSchema } from '#contract/seal.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import {
  hashText,
  NO_RECEIPT_BEFORE,
  ReceiptError,
  type ReceiptKey,
  type SignedReceipt,
  verifyReceipt,
} from '#fair/receipt.ts'
import { checkSealedRounds, parseSealedRound } from '#rules/crash/seal-crash.ts'
import { followSeals, type Seal, SealError, verifySeal } from '#fair/seal.ts'
import { checkSealedBalance } from '#fair/seal-proofs.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { verifySignature } from '#lib/verify-signature.ts'
import { readShownSeal } from '#queries/shown-seal.ts'
import { api } from '#session/api.ts'

/** Result of a check on this device, with a proof for others. */
export type Checked<Right> =
  | ({ readonly status: 'right' } & Right)
  /** `detail` is a plain English sentence with the fault; `proof` is a file for `npm run verify`. */
  | { readonly status: 'failed'; readonly detail: string; readonly proof: Blob }

/**
 * Checks every seal: its signature and content, that it follows the day before, and that none has changed since this
 * device checked them last. @throws like the API
 */
export async function checkAllSeals(): Promise<Checked<{ readonly first: string; readonly last: string }>> {
  const seals: SealAnswer[] = []
  for (let after: string | undefined; ;) {
    const page = await api.call(listSeals, { query: after === undefined ? {} : { after } })
    seals.push(...page.seals)
    if (page.next === null) break
    after = page.next
  }
  const { receiptKeys } = await api.call(getConfig)
  return judged([{ receiptKeys }, ...seals], async (kept) => {
    const read: { readonly seal: Seal; readonly signed: SealAnswer }[] = []
    for (const signed of seals) {
      read.push({ seal: await verifySeal(signed, receiptKeys, verifySignature), signed })
    }
    if (kept) compareWithKept(kept, read.find(({ seal }) => seal.day === kept.day)?.seal)
    const missing = followSeals(read.map(({ seal }) => seal))
    if (missing.length > 0) throw new SealError(`there is no seal of ${missing.join(', ')}`)
    read.sort((a, b) => (a.seal.day < b.seal.day ? -1 : 1))
    const [first, last] = [read[0]?.seal, read.at(-1)]
    if (!first || !last) throw new SealError('there is no seal')
    if (first.prev !== NO_RECEIPT_BEFORE) throw new SealError(`seals before ${first.day} are missing`)
    const { day } = last.seal
    keepSeal({ ...last.signed, day })
    return { first: first.day, last: day }
  })
}

interface OwnBalances {
  readonly balances: readonly { readonly coin: string; readonly amount: string }[]
  /** True if the balances belong to the player name in the receipts; false if there is no receipt to compare with. */
  readonly isNamed: boolean
}

/** Checks that the public seal of a day contains the player's balances. @throws like the API */
export async function checkOwnBalance(day: string): Promise<Checked<OwnBalances>> {
  const answer = await api.call(getSealedBalance, { params: { day } })
  const shown = await readShownSeal(day)
  const own = await readOwnReceipt()
  const { receiptKeys } = await api.call(getConfig)
  const lines = [{ receiptKeys }, answer, ...(shown ? [shown] : []), ...(own ? [own.signed] : [])]
  return judged(lines, async (kept) => {
    const seal = await verifySealOf(day, answer.seal, { receiptKeys, kept })
    if (shown?.seal !== answer.seal.seal) {
      throw new SealError(`the seal of ${day} is not the one that everybody is shown`)
    }
    const name = own && (await nameIn(own, receiptKeys))
    const coins = new Set(answer.sealedBalances.map(({ coin }) => coin))
    if (coins.size < answer.sealedBalances.length) {
      throw new SealError(`a balance of ${day} is listed twice`)
    }
    const balances = answer.sealedBalances.map((proof) => {
      const units = checkSealedBalance(seal, proof)
      if (name !== undefined && proof.player !== name) {
        throw new SealError(`the balance of ${day} belongs to another player than the receipts`)
      }
      const scale = seal.coins.find(({ coin }) => coin === proof.coin)?.decimals ?? 0
      return { coin: proof.coin, amount: formatDecimal({ units, scale }) }
    })
    return { balances, isNamed: name !== undefined }
  })
}

/** Checks that the day's rounds of Crash are those in its seal. @throws like the API */
export async function checkRoundsOf(day: string): Promise<Checked<{ readonly rounds: number }>> {
  const { receiptKeys } = await api.call(getConfig)
  const signed = await api.call(getSeal, { params: { day } })
  const pages: DataOf<typeof listCrashRounds>[] = []
  for (let after: string | undefined; ;) {
    const page = await api.call(listCrashRounds, { query: { day, ...(after !== undefined && { after }) } })
    pages.push(page)
    if (page.next === null) break
    after = page.next
  }
  return judged([{ receiptKeys }, signed, ...pages], async (kept) => {
    const seal = await verifySealOf(day, signed, { receiptKeys, kept })
    const rounds = pages.flatMap((page) => page.rounds.map(parseSealedRound))
    checkSealedRounds(seal, rounds)
    return { rounds: rounds.length }
  })
}

/** @throws {FairnessError} if it is wrong, belongs to another day, or differs from the stored one */
async function verifySealOf(
  day: string,
  signed: SealAnswer,
  {
    receiptKeys,
    kept,
  }: { readonly receiptKeys: readonly ReceiptKey[]; readonly kept: SealAnswer | undefined },
): Promise<Seal> {
  const seal = await verifySeal(signed, receiptKeys, verifySignature)
  if (seal.day !== day) throw new SealError(`the server returned the seal of ${seal.day} for ${day}`)
  if (kept?.day === day) compareWithKept(kept, seal)
  return seal
}

/** @param work gets the seal that this device has stored, which is part of the proof, too */
async function judged<Right extends object>(
  lines: readonly object[],
  work: (kept: SealAnswer | undefined) => Promise<Right>,
): Promise<Checked<Right>> {
  const kept = readKeptSeal()
  try {
    return { status: 'right', ...(await work(kept)) }
  } catch (error) {
    if (!(error instanceof FairnessError)) throw error
    const text = [...lines, ...(kept ? [kept] : [])].map((line) => `${JSON.stringify(line)}\n`).join('')
    return {
      status: 'failed',
      detail: error.message,
      proof: new Blob([text], { type: 'application/x-ndjson' }),
    }
  }
}

const STORED_AT = 'seal-verified'

/** The newest seal of the last time that this device found all seals right; undefined before the first check. */
const readKeptSeal = (): SealAnswer | undefined => parseStored(SealSchema, browserStorage.get(STORED_AT))

/** Stores a signed seal. Its hash covers all seals before it. */
const keepSeal = (seal: SealAnswer): void => browserStorage.set(STORED_AT, JSON.stringify(seal))

/**
 * Compares the stored seal with the current public seal of its day.
 * @throws {SealError} if that differs or is missing
 */
function compareWithKept(kept: SealAnswer, shown: Seal | undefined): void {
  if (!shown) throw new SealError(`the seal of ${kept.day}, which this device has checked before, is gone`)
  if (shown.hash === hashText(kept.seal)) return
  throw new SealError(`the seal of ${kept.day} differs from the one that this device has checked before`)
}

/** A receipt of the logged-in player, with the bet that it was issued for. */
interface OwnReceipt {
  readonly bet: string
  readonly signed: SignedReceipt
}

/** The receipt of one of the newest bets; undefined if none of them has a receipt. @throws like the API */
async function readOwnReceipt(): Promise<OwnReceipt | undefined> {
  const { bets, receipts = {} } = await api.call(listBets, { query: { receipts: 'true' } })
  for (const { id } of bets) {
    const signed = receipts[id]?.[0]
    if (signed) return { bet: id, signed }
  }
  return undefined
}

/** The player's name in the receipt. @throws {ReceiptError} if it is not signed, or belongs to another bet */
async function nameIn({ bet, signed }: OwnReceipt, keys: readonly ReceiptKey[]): Promise<string> {
  const receipt = await verifyReceipt(signed, keys, verifySignature)
  if (receipt.bet !== bet) {
    throw new ReceiptError('bet', `the receipt of bet ${bet} belongs to bet ${receipt.bet}`)
  }
  return receipt.player
}
