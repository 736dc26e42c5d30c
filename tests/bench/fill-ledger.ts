import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

const COIN = 'usdt-tron'

/**
 * Writes postings at once, as so many stakes of one smallest unit would have left them, by everybody who holds the coin.
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
        nextval(pg_get_serial_sequence('ledger_transaction', 'id')) as id,
        holder.balance - row_number() over (partition by holder.id order by n) as left_over
      from generate_series(1, ${stakes}::integer) n
      join (select *, row_number() over () - 1 as place, count(*) over () as players
        from ledger_account where kind = 'available' and coin = ${COIN}) holder
        on holder.place = n % holder.players
      join lateral (select min(id) as id from ledger_account where bucket = holder.bucket and kind = 'house'
        and coin = ${COIN}) house
        on true`.execute(trx)
    await sql`insert into ledger_transaction (bucket, id, key, fingerprint, kind, subject, at, lines)
      select bucket, id, 'bet/filled-' || gen_random_uuid() || '/stake', sha256(convert_to(
        '["stake","dice",[["available","usdt-tron",' || player || ',"-1"],["house","usdt-tron",null,"1"]],null]',
        'UTF8')), 'stake', 'dice', now(), 2 from filling order by n`.execute(trx)
    await sql`insert into ledger_posting (bucket, transaction_id, line, ledger_account_id, amount, coin, balance_after)
      select bucket, id, line, case line when 1 then giver else taker end, case line when 1 then -1 else 1 end,
        ${COIN}, case line when 1 then left_over end
      from filling cross join generate_series(1, 2) line order by n, line`.execute(trx)
    await sql`update ledger_account set balance = balance + change.amount
      from (select bucket, ledger_account_id as id, sum(amount) as amount from ledger_posting
        join filling using (bucket) where transaction_id = filling.id group by 1, 2) change
      where ledger_account.bucket = change.bucket and ledger_account.id = change.id`.execute(trx)
  })
  await sql`vacuum analyze ledger_transaction, ledger_posting, ledger_account`.execute(db)
  return (performance.now() - startedAt) / 1_000
}
