import type { Reserves } from '#contract/transparency.ts'
import { usdAt } from '#server/coins/convert-at.ts'
import { listCoinNames } from '#server/coins/coins.queries.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { owedIn, readTotals } from '#server/ledger/balances.ts'
import { readRates } from '#server/rates/rates.ts'
import type { ChainView } from './chain-view.ts'
import { heldInDepositAddresses, placesOf } from './holdings.ts'

const CENTS = 2

interface Held {
  readonly coin: string
  /** Null when a node did not answer. */
  readonly amount: bigint | null
}

interface ChainHoldings {
  readonly told: Reserves['chains'][number]
  readonly held: readonly Held[]
}

export interface ReservesRead {
  readonly reserves: Reserves
  /** Coins with less held than owed, in smallest units; `usd` is the total, in cents. */
  readonly uncovered: readonly { readonly coin: string; readonly held: bigint; readonly owed: bigint }[]
}

/**
 * Compares holdings and debts for each coin. Coins without a chain here, such as those that players only exchange into,
 * count only in the dollar total.
 */
export async function readReserves(
  db: Database,
  views: readonly ChainView[],
  { now, onFailure }: { readonly now: number; readonly onFailure: (chain: string, error: unknown) => void },
): Promise<ReservesRead> {
  // Read the ledger first: deposits that it has credited are final on the chain.
  const totals = await readTotals(db)
  const rates = await readRates(db)
  const coins = await listCoinNames(db)
  const chains: ChainHoldings[] = []
  for (const view of views) {
    try {
      chains.push(await readChain(db, view))
    } catch (error) {
      onFailure(view.chain, error)
      chains.push({
        told: { name: view.name, block: null, at: null },
        held: view.coins.map((coin) => ({ coin, amount: null })),
      })
    }
  }
  const held = chains.flatMap((chain) => chain.held)
  const heldOf = (coin: string) => {
    const of = held.filter((each) => each.coin === coin)
    if (of.length === 0) return undefined
    return of.reduce<bigint | null>(
      (sum, { amount }) => (sum === null || amount === null ? null : sum + amount),
      0n,
    )
  }
  const sheets = coins
    .map((coin) => ({ ...coin, owed: owedIn(totals, coin.id), held: heldOf(coin.id) }))
    .filter((sheet) => sheet.owed > 0n || sheet.held !== undefined)
  const isKnown = held.every(({ amount }) => amount !== null)
  const inUsd = (figure: 'held' | 'owed') =>
    sheets.reduce(
      (sum, { id: coin, ...sheet }) => sum + usdAt(rates, { coin, amount: sheet[figure] ?? 0n }),
      0n,
    )
  const [heldUsd, owedUsd] = [inUsd('held'), inUsd('owed')]
  return {
    reserves: {
      at: new Date(now).toISOString(),
      chains: chains.map(({ told }) => told),
      coins: sheets.map((sheet) => ({
        coin: sheet.id,
        symbol: sheet.symbol,
        network: sheet.network,
        owed: toDecimal(sheet.owed, sheet.decimals),
        held: sheet.held === undefined || sheet.held === null ? null : toDecimal(sheet.held, sheet.decimals),
        isOnChain: sheet.held !== undefined,
      })),
      heldUsd: isKnown ? toDecimal(heldUsd, CENTS) : null,
      owedUsd: toDecimal(owedUsd, CENTS),
    },
    uncovered: [
      ...sheets.flatMap(({ id: coin, held: amount, owed }) =>
        typeof amount === 'bigint' && amount < owed ? [{ coin, held: amount, owed }] : [],
      ),
      ...(isKnown && heldUsd < owedUsd ? [{ coin: 'usd', held: heldUsd, owed: owedUsd }] : []),
    ],
  }
}

async function readChain(db: Database, view: ChainView): Promise<ChainHoldings> {
  const { chain, name, coins } = view
  const { block, at } = await view.finalBlock()
  const places = await placesOf(db, view)
  const held: Held[] = []
  for (const coin of coins) {
    let amount = await heldInDepositAddresses(db, chain, coin)
    for (const { address } of places) amount += await view.balanceOf(address, coin, block)
    held.push({ coin, amount })
  }
  return { told: { name, block, at: new Date(at).toISOString() }, held }
}
