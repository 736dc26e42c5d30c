import { sql } from 'kysely'
import type { OperatedChain } from '#contract/operator/chains.ts'
import { createAnswerCache } from '#server/base/answer-cache.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { ChainView } from '#server/chain-check/chain-view.ts'
import type { Database } from '#server/db/tables.ts'
import { PAID_COIN } from '#server/deposits/deposit-chain.ts'
import { owedIn, readTotals } from '#server/ledger/balances.ts'
import type { ViewServices } from './view-services.ts'
import { within } from './within.ts'

/** A round takes seconds, and an idle chain has a block sooner. */
const LATE_MS = 60_000
/** As the alarm of arrivals. */
const AWAY_MS = 5 * 60_000
const KEPT_MS = 10_000
/** Nodes count their calls. */
const WALLETS_KEPT_MS = 60_000
const NODE_MS = 5_000

type Services = Pick<ViewServices, 'db' | 'clock' | 'reserves' | 'views'> & {
  readonly config: Pick<ViewServices['config'], 'tron' | 'evm'>
}

/** All operators share one answer for some seconds. */
export function createChainList(services: Services): () => Promise<OperatedChain[]> {
  const answers = createAnswerCache<OperatedChain[]>(services.clock, KEPT_MS)
  const wallets = createAnswerCache<bigint | null>(services.clock, WALLETS_KEPT_MS)
  const heldBy: HeldBy = (view, address, coin) =>
    wallets.get(`${view.chain} ${address} ${coin}`, () => within(NODE_MS, view.balanceOf(address, coin)))
  return () => answers.get('chains', () => listChains(services, heldBy))
}

type HeldBy = (view: ChainView, address: string, coin: string) => Promise<bigint | null>

async function listChains(
  { db, clock, reserves, views, config }: Services,
  heldBy: HeldBy,
): Promise<OperatedChain[]> {
  const now = clock()
  const totals = await readTotals(db)
  const coins = await db.selectFrom('coin').select(['id', 'symbol', 'decimals']).execute()
  const watches = await readWatches(db)
  const signers = await readSigners(db)
  const held = reserves?.reserves()?.coins ?? []
  const chains = [
    { chain: config.tron.network.chain, coins: [PAID_COIN], isPractice: config.tron.grid === null },
    ...config.evm.map(({ chain, tokens, nodeUrl }) => ({
      chain,
      coins: tokens.map(({ coin }) => coin),
      isPractice: nodeUrl === null,
    })),
  ]
  return Promise.all(
    chains.map(async ({ chain, coins: own, isPractice }): Promise<OperatedChain> => {
      const signer = signers.get(chain)
      const view = views.find((each) => each.chain === chain)
      return {
        chain,
        isPractice,
        ...watchedOf(watches.get(chain), now),
        halted: haltOf(signer),
        hotWallet: signer?.address ?? null,
        coins: await Promise.all(
          own
            .flatMap((id) => {
              const coin = coins.find((each) => each.id === id)
              return coin ? [coin] : []
            })
            .map(async ({ id, symbol, decimals }) => {
              const inHotWallet = view && signer ? await heldBy(view, signer.address, id) : null
              return {
                coin: id,
                symbol,
                owed: toDecimal(owedIn(totals, id), decimals),
                held: held.find(({ coin, isOnChain }) => coin === id && isOnChain)?.held ?? null,
                inHotWallet: inHotWallet === null ? null : toDecimal(inHotWallet, decimals),
              }
            }),
        ),
      }
    }),
  )
}

interface Watch {
  readonly chain: string
  readonly head_block: string
  readonly final_block: string
  readonly checked_at: Date | null
  readonly head_at: Date | null
  /** Last block that was read; null on TRON, which is read by time. */
  readonly position: string | null
}

async function readWatches(db: Database): Promise<ReadonlyMap<string, Watch>> {
  const rows = await db
    .selectFrom('chain_watch')
    .leftJoin('evm_position', 'evm_position.chain', 'chain_watch.chain')
    .select(['chain_watch.chain', 'head_block', 'final_block', 'checked_at', 'head_at'])
    .select('evm_position.block as position')
    .execute()
  return new Map(rows.map((row) => [row.chain, row]))
}

/** A round that has ended has read all final blocks of its beginning. */
function watchedOf(
  watch: Watch | undefined,
  now: number,
): Pick<OperatedChain, 'readHeight' | 'height' | 'readAt' | 'watcher'> {
  if (!watch?.checked_at) return { readHeight: null, height: null, readAt: null, watcher: 'away' }
  const height = (block: string) => (block === '0' ? null : Number(block))
  const age = now - watch.checked_at.getTime()
  const headAge = watch.head_at === null ? 0 : now - watch.head_at.getTime()
  return {
    readHeight: height(watch.position ?? watch.final_block),
    height: headAge > AWAY_MS ? null : height(watch.head_block),
    readAt: watch.checked_at.toISOString(),
    watcher: age > AWAY_MS ? 'away' : age > LATE_MS || headAge > AWAY_MS ? 'late' : 'running',
  }
}

interface Signer {
  readonly address: string
  readonly is_held: boolean
  readonly seen_at: Date
  readonly halted_since: Date | null
}

async function readSigners(db: Database): Promise<ReadonlyMap<string, Signer>> {
  const { rows } = await sql<Signer & { readonly chain: string }>`
    select signer.chain, signer.address, held_until > clock_timestamp() as is_held, seen_at, halt.since as halted_since
    from signer left join signer_halt halt on halt.chain = signer.chain`.execute(db)
  return new Map(rows.map((row) => [row.chain, row]))
}

function haltOf(signer: Signer | undefined): string | null {
  if (!signer) return 'No signer has run for this chain yet: npm run signer.'
  if (signer.halted_since !== null) {
    return `Since ${signer.halted_since.toISOString()} the wallet has sent what this database does not know: npm run signer -- recover.`
  }
  return signer.is_held ? null : `No signer runs: the last one was seen at ${signer.seen_at.toISOString()}.`
}
