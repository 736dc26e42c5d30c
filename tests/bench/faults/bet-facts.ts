import type { Bet, RevealedPair, Receipt } from '#contract/play.ts'
import type { ReceiptKey } from '#fair/receipt.ts'
import type { ServerCalls } from './server-calls.ts'
import type { Queries } from './database-pair.ts'

/** The row of a bet, open or settled. */
export interface BetRow {
  readonly account_id: number
  readonly id: string
  readonly key: string
  readonly coin: string
  readonly stake: string
  readonly payout: string | null
  /** Ten-thousandths; null while its round is open. */
  readonly multiplier: string | null
  readonly usd: string
  readonly auto_play: string | null
  readonly auto_play_step: number | null
}

interface AutoPlayRow {
  readonly account_id: number
  readonly id: string
  readonly done: number
  readonly net: string
  readonly ended: string | null
}

/** A player's own lists, once all of their seeds are revealed. */
export interface Told {
  readonly bets: readonly Bet[]
  readonly pairs: readonly RevealedPair[]
  /** `coin` → total balance in whole coins. */
  readonly held: ReadonlyMap<string, readonly string[]>
}

export interface ClaimRow {
  readonly account_id: number
  readonly id: string
  /** Idempotency key. */
  readonly request: string
}

export interface BetFacts {
  readonly bets: readonly BetRow[]
  readonly autoPlays: readonly AutoPlayRow[]
  /** Receipts of each account, in the order of their numbers. */
  readonly receipts: ReadonlyMap<number, readonly Receipt[]>
  readonly receiptKeys: readonly ReceiptKey[]
  readonly claims: readonly ClaimRow[]
  readonly decimals: ReadonlyMap<string, number>
  /** `account coin` → smallest units of all income except bets. */
  readonly income: ReadonlyMap<string, bigint>
  /** 10⁻⁸ dollars staked and paid, summed over the hours of an account. */
  readonly hours: ReadonlyMap<number, { readonly staked: bigint; readonly paid: bigint }>
}

export async function readBetFacts(db: Queries, calls: ServerCalls): Promise<BetFacts> {
  const read = async <T extends object>(query: string) => (await db.query<T>(query)).rows
  const bets = await read<BetRow>(
    `select account_id, id, key, coin, stake, payout, multiplier, usd, auto_play, auto_play_step from bet
     union all
     select account_id, id, key, coin, stake, null, null, usd, auto_play, auto_play_step from round`,
  )
  const autoPlays = await read<AutoPlayRow>('select account_id, id, done, net, ended from auto_play')
  const given = await read<{ account_id: number; text: string; kid: string; signature: Buffer }>(
    'select account_id, text, kid, signature from receipt order by account_id, sequence',
  )
  const receipts = new Map<number, Receipt[]>()
  for (const { account_id: uid, text, kid, signature } of given) {
    const own = receipts.get(uid) ?? []
    own.push({ receipt: text, kid, signature: signature.toString('base64url') })
    receipts.set(uid, own)
  }
  const claims = await read<ClaimRow>('select account_id, id, request from reward')
  const coins = await read<{ id: string; decimals: number }>('select id, decimals from coin')
  const income = await read<{ place: string; units: string }>(
    `select account.account_id || ' ' || account.coin as place, sum(posting.amount) as units
     from ledger_posting posting
     join ledger_transaction moved on (moved.bucket, moved.id) = (posting.bucket, posting.transaction_id)
     join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
     where account.account_id is not null and moved.kind in ('practice-grant', 'deposit', 'bonus-lock', 'rakeback', 'level-gift')
     group by 1`,
  )
  const hours = await read<{ account_id: number; staked: string; paid: string }>(
    'select account_id, sum(staked) as staked, sum(paid) as paid from play_hour group by account_id',
  )
  const { receiptKeys } = await calls.insist('GET', '/config', {})
  return {
    bets,
    autoPlays,
    receipts,
    receiptKeys: receiptKeys as ReceiptKey[],
    claims,
    decimals: new Map(coins.map(({ id, decimals }) => [id, decimals])),
    income: new Map(income.map(({ place, units }) => [place, BigInt(units)])),
    hours: new Map(
      hours.map(({ account_id, staked, paid }) => [
        account_id,
        { staked: BigInt(staked), paid: BigInt(paid) },
      ]),
    ),
  }
}

/** The player's whole history, page by page, as the app shows it. */
export async function readTold(calls: ServerCalls, { token }: { readonly token: string }): Promise<Told> {
  const all = async <T>(path: string, name: string) => {
    const found: T[] = []
    for (let after: string | null = ''; after !== null;) {
      const page: Record<string, unknown> = await calls.insist('GET', path + (after && `&after=${after}`), {
        token,
      })
      found.push(...(page[name] as T[]))
      after = page['next'] as string | null
    }
    return found
  }
  const balances = (await calls.insist('GET', '/balances', { token })) as unknown as {
    coin: string
    available: string
    locked: string
    pending: string
  }[]
  return {
    bets: await all<Bet>('/bets?limit=200', 'bets'),
    pairs: await all<RevealedPair>('/seeds/past?', 'pairs'),
    held: new Map(
      balances.map(({ coin, available, locked, pending }) => [coin, [available, locked, pending]]),
    ),
  }
}
