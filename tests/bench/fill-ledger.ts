import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

const COIN = 'usdt-tron'

/**
 * Writes postings at once, as so many lost bets of one smallest unit would have left them, by everybody who holds the
 * coin, with the bets and their receipts.
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

/** All with the first seed pair of their player; only the signatures are none. */
async function fillBets(trx: Database): Promise<void> {
  await sql`set local koi.writes_play = 'yes'`.execute(trx)
  await sql`insert into play_account (bucket, account_id, pair) select distinct bucket, player, 1 from filling
    on conflict do nothing`.execute(trx)
  await sql`insert into seed_pair (bucket, account_id, ordinal, state, sealed, hash, client_seed, made_at, begun_at)
    select distinct bucket, player, 1, 'current', 'sealed'::bytea, encode(sha256(convert_to(player::text, 'UTF8')), 'hex'),
      'client seed', now(), now() from filling
    on conflict do nothing`.execute(trx)
  await sql`insert into bet (bucket, account_id, pair, nonce, id, key, game, coin, placed_at, at, params, outcome, stake,
      multiplier, payout, usd, edge_usd, receipts)
    select filling.bucket, player, 1, nonce + step - 1, bet, gen_random_uuid(), 'dice', ${COIN}, now(), now(), '{}', '1', 1,
      0, 0, 0, 0, array[receipts + step]
    from filling join play_account on (play_account.bucket, account_id) = (filling.bucket, player)`.execute(
    trx,
  )
  // Each has the hash of the one before.
  await sql`do ${sql.lit(`declare
      given record;
      owner integer;
      last text;
      written text;
    begin
      for given in
        select filling.bucket, player, bet, nonce + step - 1 as nonce, receipts + step as sequence, receipt_hash, hash
        from filling
        join play_account account on (account.bucket, account.account_id) = (filling.bucket, player)
        join seed_pair pair on (pair.bucket, pair.account_id, pair.ordinal) = (filling.bucket, player, 1)
        order by player, step
      loop
        if owner is distinct from given.player then
          owner := given.player;
          last := encode(given.receipt_hash, 'hex');
        end if;
        written := concat('{"bet":"', given.bet, '","coin":"${COIN}","game":"dice","nonce":', given.nonce,
          ',"pair":1,"payout":"0","prev":"', last, '","serverSeedHash":"', given.hash, '","stake":"0.000001","v":1}');
        insert into receipt (bucket, account_id, sequence, bet_id, text, kid, signature) values (given.bucket, owner,
          given.sequence, given.bet, written, 'fill', decode(repeat('00', 64), 'hex'));
        last := encode(sha256(convert_to(written, 'UTF8')), 'hex');
      end loop;
    end`)}`.execute(trx)
  await sql`update play_account account set revision = revision + 1, nonce = nonce + made.n, bets = bets + made.n, receipts = receipts + made.n,
      receipt_hash = (select sha256(convert_to(text, 'UTF8')) from receipt where receipt.bucket = account.bucket
        and receipt.account_id = account.account_id and sequence = account.receipts + made.n)
    from (select bucket, player, count(*)::integer as n from filling group by 1, 2) made
    where (account.bucket, account.account_id) = (made.bucket, made.player)`.execute(trx)
}
