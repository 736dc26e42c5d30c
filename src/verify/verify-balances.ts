import { COIN_DECIMALS, MOST_DECIMALS } from '#fair/coin-decimals.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { type Fields, parseFields } from '#fair/parse-value.ts'
import type { Receipt } from '#fair/receipt.ts'
import { amountOf, unitsAt } from '#fair/recorded-amounts.ts'

/** `balance`: what moved does not add up to what the player has, or to what the house has signed of the bets. */
interface BalanceFaultAnswer {
  fault: 'balance'
  error: string
}

/** The last line about balances: how many there are, and to how many of them all that moved adds up. */
interface BalanceSummary {
  balances: number
  addUp: number
}
export type BalanceAnswer = BalanceFaultAnswer | BalanceSummary

/** Movements of bets. */
const OF_PLAY = ['round', 'stake', 'payout']

/**
 * The file of all that is held about a player is read while the player may go on. What is dated so long before it is in all
 * of its lists.
 */
const SETTLED_MS = 10 * 60_000
/** A large file is read page by page, for hours at the most. */
const READ_WITHIN_MS = 24 * 60 * 60_000

interface Sum {
  readonly balance: bigint
  sum: bigint
  /** Whether the movements that are surely part of the balance, and perhaps some later ones, add up to it. */
  isReached: boolean
}

/** Collects what the file of all that is held about a player says of money, and adds it up. */
export function createBalanceVerifier(receipts: () => readonly Receipt[]) {
  const sums = new Map<string, Sum>()
  const ofPlay = new Map<string, bigint>()
  let surelyUntil = Number.NEGATIVE_INFINITY
  let newest = Number.NEGATIVE_INFINITY

  function takeMovement(value: unknown): void {
    const { coin, balance, amount, kind, at } = parseFields(value, 'a movement')
    const moved = integerOf(amount, 'amount')
    const moment = momentOf(at)
    newest = Math.max(newest, moment)
    const isSure = moment <= surelyUntil
    const key = `${textOf(coin, 'coin')} ${textOf(balance, 'balance')}`
    const known = sums.get(key) ?? { balance: 0n, sum: 0n, isReached: true }
    sums.set(key, known)
    known.sum += moved
    known.isReached = known.sum === known.balance || (known.isReached && !isSure)
    if (isSure && OF_PLAY.includes(textOf(kind, 'kind'))) {
      ofPlay.set(String(coin), (ofPlay.get(String(coin)) ?? 0n) + moved)
    }
  }

  /** Receipts by coin, each counted once: several lines may bring the same one. */
  function signedByCoin(): Map<string, Receipt[]> {
    const byCoin = new Map<string, Receipt[]>()
    for (const receipt of new Map(receipts().map((each) => [each.hash, each])).values()) {
      const own = byCoin.get(receipt.coin) ?? []
      byCoin.set(receipt.coin, own)
      if (Date.parse(receipt.at) <= surelyUntil) own.push(receipt)
    }
    return byCoin
  }

  /** In units of so many decimals. */
  function sumOf(signed: readonly Receipt[], decimals: number): bigint {
    let sum = 0n
    for (const receipt of signed) {
      if (receipt.type === 'bet') sum -= unitsAt(amountOf(receipt.stake, 'stake'), decimals)
      if (receipt.result) sum += unitsAt(amountOf(receipt.result.payout, 'payout'), decimals)
    }
    return sum
  }

  function isAsSigned(coin: string, signed: readonly Receipt[]): boolean {
    const known = COIN_DECIMALS.get(coin)
    const moved = ofPlay.get(coin) ?? 0n
    const [least, most] = known === undefined ? [0, MOST_DECIMALS] : [known, known]
    for (let decimals = least; decimals <= most; decimals += 1)
      if (sumOf(signed, decimals) === moved) return true
    return false
  }

  return {
    /**
     * Takes what the reader of that file has found. Whether it was that.
     * @throws {FairnessError} when it does not have the form that it must have
     */
    take({ exportedAt, balance, movement }: Fields): boolean {
      if (exportedAt !== undefined) surelyUntil = momentOf(exportedAt) - SETTLED_MS
      if (balance !== undefined) {
        const { coin, kind, balance: held } = parseFields(balance, 'a balance')
        const units = integerOf(held, 'balance')
        const key = `${textOf(coin, 'coin')} ${textOf(kind, 'kind')}`
        sums.set(key, { balance: units, sum: 0n, isReached: units === 0n })
      }
      if (movement !== undefined) takeMovement(movement)
      return exportedAt !== undefined || balance !== undefined || movement !== undefined
    },

    /** What is wrong, and a summary; nothing when no line was of such a file. */
    finish(): BalanceAnswer[] {
      if (sums.size === 0) return []
      const wrong = [...sums].filter(([, { isReached }]) => !isReached)
      const signed = signedByCoin()
      const coins = new Set([...ofPlay.keys(), ...signed.keys()])
      const unsigned = [...coins].filter((coin) => !isAsSigned(coin, signed.get(coin) ?? []))
      const fault = (error: string): BalanceFaultAnswer => ({ fault: 'balance', error })
      // A date that is too early, or none, would leave out of the sums what it likes.
      const isDated = newest <= surelyUntil + SETTLED_MS + READ_WITHIN_MS
      return [
        ...(isDated
          ? []
          : [fault('the file says that it was made long before what moved last, or does not say when')]),
        ...wrong.map(([name]) => fault(`what moved on the balance ${name} does not add up to it`)),
        ...unsigned.map((coin) =>
          fault(`stakes and payouts in ${coin} that moved are not those that are signed`),
        ),
        { balances: sums.size, addUp: sums.size - wrong.length },
      ]
    },
  }
}

function integerOf(value: unknown, name: string): bigint {
  if (typeof value === 'string' && /^-?\d{1,40}$/.test(value)) return BigInt(value)
  if (Number.isSafeInteger(value)) return BigInt(value as number)
  throw new FairnessError(`${name} must be a whole number`)
}

function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  throw new FairnessError(`${name} must be a text`)
}

function momentOf(value: unknown): number {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(moment)) throw new FairnessError('a moment must be a date and time')
  return moment
}
