import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { openSecrets } from '#server/identity/secrets.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import { drawServerSeed, sealServerSeed } from '#server/play/seed-pairs.ts'
import { newReceiptKey } from '#server/play/receipt-keys.ts'

const COIN = 'usdt-tron'

/**
 * Inserts the postings of lost bets of one smallest unit, spread over all holders of the coin, with the bets and their
 * receipts.
 * @returns seconds it took
 */
export async function fillLedger(db: Database, postings: number): Promise<number> {
  const startedAt = performance.now()
  await db.transaction().execute(async (trx) => {
    await sql`set local koi.writes_ledger = 'yes'`.execute(trx)
    await sql`set local statement_timeout = 0`.execute(trx)
    const stakes = postings / 2
    await sql`create temporary table filling on commit drop as
      select n, holder.bucket, holder.id as giver, house.id as taker, holder.account_id as player,
        nextval(pg_get_serial_sequence('ledger_transaction', 'id')) as id, nextval('bet_id') as bet,
        row_number() over (partition by holder.id order by n) as step,
        holder.balance - row_number() over (partition by holder.id order by n) as left_over
      from generate_series(1, ${stakes}::integer) n
      join (select *, row_number() over () - 1 as place, count(*) over () as players
        from ledger_account where kind = 'available' and coin = ${COIN}) holder
        on holder.place = n % holder.players
      join lateral (select min(id) as id from ledger_account where bucket = holder.bucket and kind = 'house'
        and coin = ${COIN}) house
        on true`.execute(trx)
    await sql`analyze filling`.execute(trx)
    await sql`insert into ledger_transaction (bucket, id, key, fingerprint, kind, subject, at, lines)
      select bucket, id, 'bet/' || bet || '/stake', sha256(convert_to(
        '["round","dice",[["available","usdt-tron",' || player || ',"-1"],["house","usdt-tron",null,"1"]],null]',
        'UTF8')), 'round', 'dice', now(), 2 from filling order by n`.execute(trx)
    await sql`insert into ledger_posting (bucket, transaction_id, line, ledger_account_id, amount, coin, balance_after)
      select bucket, id, line, case line when 1 then giver else taker end, case line when 1 then -1 else 1 end,
        ${COIN}, case line when 1 then left_over end
      from filling cross join generate_series(1, 2) line order by n, line`.execute(trx)
    await sql`update ledger_account set balance = balance + change.amount
      from (select bucket, giver as id, -count(*) as amount from filling group by 1, 2
        union all select bucket, taker, count(*) from filling group by 1, 2) change
      where ledger_account.bucket = change.bucket and ledger_account.id = change.id`.execute(trx)
    await fillBets(trx)
  })
  await sql`vacuum analyze ledger_transaction, ledger_posting, ledger_account, bet, receipt, play_account`.execute(
    db,
  )
  return (performance.now() - startedAt) / 1_000
}

/**
 * All bets use the first seed pair of their player. Signatures are invalid and results are not drawn, which does not
 * change the time to check them.
 */
async function fillBets(trx: Database): Promise<void> {
  await sql`set local koi.writes_play = 'yes'`.execute(trx)
  await sql`set local koi.tallies_play = 'yes'`.execute(trx)
  const known = await trx
    .selectFrom('receipt_key')
    .select('kid')
    .where('until_at', 'is', null)
    .executeTakeFirst()
  const secrets = await openSecrets(trx, null)
  const key = newReceiptKey(secrets, Date.now())
  if (!known) await trx.insertInto('receipt_key').values(key).execute()
  const kid = known?.kid ?? key.kid
  await sql`insert into play_account (bucket, account_id, pair) select distinct bucket, player, 1 from filling
    on conflict do nothing`.execute(trx)
  const { rows: begun } = await sql<{ bucket: number; player: number }>`
    select distinct bucket, player from filling where not exists (select from seed_pair pair
      where (pair.bucket, pair.account_id, pair.ordinal) = (filling.bucket, player, 1))`.execute(trx)
  const pairs = begun.map(({ bucket, player }) => {
    const seed = drawServerSeed()
    const sealed = sealServerSeed(secrets, player, { ordinal: 1, seed })
    return { bucket, player, hash: hashServerSeed(seed), sealed: sealed.toString('hex') }
  })
  await sql`insert into seed_pair (bucket, account_id, ordinal, state, sealed, hash, client_seed, made_at, begun_at)
    select bucket, player, 1, 'current', decode(sealed, 'hex'), hash, 'client seed', now(), now()
    from json_to_recordset(${JSON.stringify(pairs)}::json)
      as each (bucket smallint, player integer, hash text, sealed text)`.execute(trx)
  await sql`insert into bet (bucket, account_id, pair, nonce, id, key, game, coin, placed_at, at, params, outcome, stake,
      multiplier, payout, usd, edge_usd, receipts)
    select filling.bucket, player, 1, nonce + step - 1, bet, gen_random_uuid(), 'dice', ${COIN}, now(), now(), '{"side":"over","target":5050}', '1', 1,
      0, 0, 100, 1, array[receipts + step]
    from filling join play_account on (play_account.bucket, account_id) = (filling.bucket, player)`.execute(
    trx,
  )
  // Each has the hash of the previous one.
  await sql`do ${sql.lit(`declare
      given record;
      owner integer;
      last text;
      written text;
    begin
      for given in
        select filling.bucket, player, bet, account.nonce + step - 1 as nonce, account.receipts + step as sequence, receipt_hash,
          hash, placed.key, to_char(placed.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
          encode(sha256(convert_to(client_seed, 'UTF8')), 'hex') as client_hash
        from filling
        join bet placed on (placed.bucket, placed.account_id, placed.id) = (filling.bucket, player, bet)
        join play_account account on (account.bucket, account.account_id) = (filling.bucket, player)
        join seed_pair pair on (pair.bucket, pair.account_id, pair.ordinal) = (filling.bucket, player, 1)
        order by player, step
      loop
        if owner is distinct from given.player then
          owner := given.player;
          last := encode(given.receipt_hash, 'hex');
        end if;
        written := concat('{"at":"', given.at, '","bet":"', given.bet, '","clientSeedHash":"', given.client_hash,
          '","coin":"${COIN}","game":"dice","key":"', given.key, '","multiplier":"0","nonce":', given.nonce,
          ',"outcome":0.01,"pair":1,"params":{"side":"over","target":5050},"payout":"0","player":"', given.player, '","prev":"', last,
          '","serverSeedHash":"', given.hash, '","stake":"0.000001","type":"bet","v":1}');
        insert into receipt (bucket, account_id, sequence, bet_id, text, kid, signature) values (given.bucket, owner,
          given.sequence, given.bet, written, '${kid}', decode(repeat('00', 64), 'hex'));
        last := encode(sha256(convert_to(written, 'UTF8')), 'hex');
      end loop;
    end`)}`.execute(trx)
  await sql`update play_account account set revision = revision + 1, nonce = nonce + made.n, bets = bets + made.n, receipts = receipts + made.n,
      wagered = wagered + 100 * made.n, edge = edge + made.n,
      receipt_hash = (select sha256(convert_to(text, 'UTF8')) from receipt where receipt.bucket = account.bucket
        and receipt.account_id = account.account_id and sequence = account.receipts + made.n)
    from (select bucket, player, count(*)::integer as n from filling group by 1, 2) made
    where (account.bucket, account.account_id) = (made.bucket, made.player)`.execute(trx)
  await sql`insert into play_hour as known (bucket, account_id, hour, staked, paid)
    select bucket, player, date_trunc('hour', now(), 'utc'), 100 * count(*), 0 from filling group by 1, 2
    on conflict (bucket, account_id, hour) do update set staked = known.staked + excluded.staked`.execute(trx)
  await sql`insert into play_day as known (bucket, account_id, day, bets, edge, staked, paid)
    select bucket, player, (now() at time zone 'utc')::date, count(*), count(*), 100 * count(*), 0 from filling group by 1, 2
    on conflict (bucket, day, account_id) do update
      set bets = known.bets + excluded.bets, edge = known.edge + excluded.edge,
        staked = known.staked + excluded.staked`.execute(trx)
  await sql`insert into game_hour as known (bucket, hour, game, bets, edge, staked, paid, staked_squares, paid_squares, products)
    select bucket, date_trunc('hour', now(), 'utc'), 'dice', count(*), count(*), 100 * count(*), 0, 10000 * count(*), 0, 0
    from filling group by 1
    on conflict (bucket, hour, game) do update
      set bets = known.bets + excluded.bets, edge = known.edge + excluded.edge,
        staked = known.staked + excluded.staked,
        staked_squares = known.staked_squares + excluded.staked_squares`.execute(trx)
}
