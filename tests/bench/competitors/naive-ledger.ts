// The naive design of `npm run bench:ledger`: one query for each step, one row for each balance.
import type pg from 'pg'

/**
 * A query for each step: key, locks of both balances, update, history. The house's balance comes last, because its lock
 * must be short.
 */
export async function writeNaive(pool: pg.Pool, player: number, key: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const earlier = await client.query('select id from naive_transaction where key = $1', [key])
    if (earlier.rows.length > 0) throw new Error('A key was repeated')
    const read = 'select balance from naive_account where id = $1 for update'
    const { rows } = await client.query<{ balance: string }>(read, [player])
    if (BigInt(rows[0]?.balance ?? 0) < 1n) throw new Error('A player ran out of funds')
    await client.query(read, [0])
    const insert = 'insert into naive_transaction (key, kind, at) values ($1, $2, $3) returning id'
    const made = await client.query<{ id: string }>(insert, [key, 'stake', new Date()])
    for (const [account, amount] of [
      [player, -1],
      [0, 1],
    ]) {
      await client.query('update naive_account set balance = balance + $2 where id = $1', [account, amount])
      await client.query(
        'insert into naive_posting (transaction_id, account_id, amount) values ($1, $2, $3)',
        [made.rows[0]?.id, account, amount],
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

export async function makeNaive(pool: pg.Pool, players: readonly number[], funds: bigint): Promise<void> {
  for (const statement of [
    'create table naive_account (id integer primary key, balance bigint not null)',
    `create table naive_transaction (id bigint generated always as identity primary key, key text not null unique,
       kind text not null, at timestamptz not null)`,
    `create table naive_posting (id bigint generated always as identity primary key,
       transaction_id bigint not null references naive_transaction (id),
       account_id integer not null references naive_account (id), amount bigint not null)`,
    'create index on naive_posting (account_id)',
    'insert into naive_account values (0, 0)',
  ]) {
    await pool.query(statement)
  }
  await pool.query('insert into naive_account select id, $2 from unnest($1::integer[]) id', [players, funds])
}
