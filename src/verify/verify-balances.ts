import { COIN_DECIMALS, MOST_DECIMALS } from '#fair/coin-decimals.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { type Fields, parseFields } from '#fair/parse-value.ts'
import type { Receipt } from '#fair/receipt.ts'
import { amountOf, unitsAt } from '#fair/recorded-amounts.ts'

/** `balance`: the movements do not add up to the balance, or not to the signed results of the bets. */
interface BalanceFaultAnswer {
  fault: 'balance'
  error: string
}

/** The last answer about balances. `addUp` counts those that all their movements add up to. */
interface BalanceSummary {
  balances: number
  addUp: number
}
export type BalanceAnswer = BalanceFaultAnswer | BalanceSummary

/** Movements that bets cause. */
const OF_PLAY = ['round', 'stake', 'payout']

/** The export is read while the player may go on playing. Entries dated this long before it are in all of its lists. */
const SETTLED_MS = 10 * 60_000
/** A large export is read page by page, which takes hours at most. */
const READ_WITHIN_MS = 24 * 60 * 60_000

interface Sum {
  readonly balance: bigint
  sum: bigint
  /** True if the movements that certainly count, with or without some later ones, add up to the balance. */
  isReached: boolean
}

/** Collects balances and movements from a player's data export, and adds them up. */
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

  /** Receipts by coin. Several lines may contain the same receipt: it counts once. */
  function signedByCoin(): Map<string, Receipt[]> {
    const byCoin = new Map<string, Receipt[]>()
    for (const receipt of new Map(receipts().map((each) => [each.hash, each])).values()) {
      const own = byCoin.get(receipt.coin) ?? []
      byCoin.set(receipt.coin, own)
      if (Date.parse(receipt.at) <= surelyUntil) own.push(receipt)
    }
    return byCoin
  }

  /** In units of this many decimals. */
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
     * Returns true if the object was a part of the export about money.
     * @throws {FairnessError} if it is malformed
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

    /** Returns faults and a summary; an empty list if no line was from such an export. */
    finish(): BalanceAnswer[] {
      if (sums.size === 0) return []
      const wrong = [...sums].filter(([, { isReached }]) => !isReached)
      const signed = signedByCoin()
      const coins = new Set([...ofPlay.keys(), ...signed.keys()])
      const unsigned = [...coins].filter((coin) => !isAsSigned(coin, signed.get(coin) ?? []))
      const fault = (error: string): BalanceFaultAnswer => ({ fault: 'balance', error })
      // Without this check, an export date that is too early or missing could exclude any movement from the sums.
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
  if (Number.isNaN(moment)) throw new FairnessError('a time must be an ISO date-time')
  return moment
}
