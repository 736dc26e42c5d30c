import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FaultKind } from '#server/books/faults.ts'
import { reconcileView, SUBJECTS } from '#server/books/reconcile.ts'
import { textOfLine } from '#server/db/functions/admin-action-chain.ts'
import type { Database } from '#server/db/tables.ts'
import { payFreeStake } from '#server/ledger/movements.ts'
import { ALL_ROWS, readMarks, rowsAfter } from '#server/ledger/ledger-rows.ts'
import { CRASHES_AT, openPlayedHouse, type PlayedHouse } from '../../support/played-house.ts'
import { erase, ofKey, prepareForgeries, withForgery, type Thief } from './books.suite.ts'
import type { TestBackend } from './test-backend.ts'

type Forge = (thief: Thief, house: PlayedHouse) => Promise<void>
type Forgery = readonly [
  name: string,
  forge: Forge,
  kind: FaultKind,
  where?: string | ((house: PlayedHouse) => string),
]

/** Sets columns of a bet, and leaves everything else as it was. */
const setBet =
  (name: string, set: string): Forge =>
  ({ run }, { betOf }) =>
    run('alter table bet drop constraint bet_pays', `update bet set ${set} where id = ${betOf(name)}`)
const setRound =
  (set: string, nth = 0): Forge =>
  ({ run }, { rounds }) =>
    run(`update crash_round set ${set} where id = ${rounds[nth] ?? '0'}`)
/** Replaces a part of the last receipt of a bet. */
const setText =
  (name: string, from: string, to: string): Forge =>
  ({ run }, { betOf }) =>
    run(`update receipt set text = regexp_replace(text, '${from}', '${to}') where bet_id = ${betOf(name)}
      and sequence = (select max(sequence) from receipt given where given.bet_id = ${betOf(name)})`)
const run =
  (...statements: string[]): Forge =>
  (thief) =>
    thief.run(...statements)

/** Sets the payout of a bet in its row and all its postings. */
const pay = (id: string, payout: string) => [
  'alter table bet drop constraint bet_pays',
  `update bet set payout = ${payout} where id = ${id}`,
  `update ledger_posting set amount = sign(amount) * (select payout from bet where id = ${id})
    where transaction_id = ${ofKey(`bet/${id}/payout`)}`,
]

/** Makes hashes of lines of the operators’ log again, each with the one before. */
const hashAgain = (which: string) => `do $$ declare forged bigint; begin
  for forged in select line from admin_action where ${which} order by line loop
    update admin_action action set
      prev = coalesce((select hash from admin_action before where before.line = forged - 1), action.prev)
      where line = forged;
    update admin_action action set hash = sha256(convert_to(${textOfLine('action')}, 'UTF8')) where line = forged;
  end loop;
end $$`

const FORGERIES: readonly Forgery[] = [
  ['an outcome in the row', setBet('dice', `outcome = '4242'`), 'receipt_differs', 'outcome'],
  [
    'parameters in the row',
    setBet('dice', `params = '{"side":"over","target":5051}'`),
    'receipt_differs',
    'params',
  ],
  ['a multiplier in the row', setBet('minesLost', 'multiplier = 1'), 'receipt_differs', 'multiplier'],
  [
    'the moment of a bet, in row and ledger',
    ({ run: go }, { betOf }) =>
      go(
        `update bet set at = at + interval '1 minute', placed_at = placed_at + interval '1 minute' where id = ${betOf('keno')}`,
        `update ledger_transaction set at = at + interval '1 minute' where key = 'bet/${betOf('keno')}/stake'`,
      ),
    'receipt_differs',
    ': at',
  ],
  [
    'a client seed',
    run(`update seed_pair set client_seed = 'another one' where ordinal = 1`),
    'receipt_differs',
    'clientSeedHash',
  ],
  [
    "a player's name in a receipt",
    setText('limbo', '"player":"[0-9a-f]+"', '"player":"00000000000000000000000000000000"'),
    'receipt_differs',
    'player',
  ],
  ['the key of a request', setBet('wheel', 'key = gen_random_uuid()'), 'receipt_differs', 'key'],
  [
    'a step of a round that is over',
    setBet('minesLost', `steps = '[{"type":"reveal","tile":24}]'`),
    'receipt_differs',
    'steps',
  ],
  ['who ended a round', setBet('mines', `ended_by = 'lapsed'`), 'receipt_differs', 'endedBy'],
  [
    'a tile of an open round',
    run(`update round set steps = '[{"type":"reveal","tile":24}]' where game = 'mines'`),
    'receipt_differs',
    'step',
  ],
  [
    'the mines of an open round',
    run(`update round set params = '{"mines":1}' where game = 'mines'`),
    'receipt_differs',
    'params',
  ],
  [
    'the multiplier in a receipt',
    setText('dice', '"multiplier":"[^"]*"', '"multiplier":"9"'),
    'receipt_differs',
    'multiplier',
  ],
  ['spaces in a receipt', setText('dice', ',', ', '), 'receipt_differs', 'no text that the house writes'],
  [
    'a signature',
    run(`update receipt set signature = decode(repeat('00', 64), 'hex') where sequence = 2`),
    'signature_differs',
    'receipt 2 of player',
  ],
  [
    'an outcome in row and receipt',
    async (thief, house) => {
      await setBet('plinko', `outcome = '[0,0,0,0,0,0,0,0]'`)(thief, house)
      await setText('plinko', '"outcome":"[LR01]*"', '"outcome":"00000000"')(thief, house)
    },
    'signature_differs',
  ],
  [
    'the name of a key',
    run(`update receipt set kid = 'another' where sequence = 1`),
    'receipt_key_differs',
    'no key another',
  ],
  [
    'since when a key signs',
    run(`update receipt_key set from_at = now() + interval '1 hour'`),
    'receipt_key_differs',
  ],
  [
    "a key of the thief's beside the house's",
    run(`insert into receipt_key (kid, public_key, sealed, from_at, until_at)
      select 'thief', public_key, sealed, from_at, now() + interval '1 day' from receipt_key`),
    'receipt_key_differs',
    'key thief',
  ],
  [
    'the public part of a key',
    run(`update receipt_key set public_key = decode(repeat('11', 32), 'hex')`),
    'receipt_key_differs',
    'its private part',
  ],
  [
    'a bet that paid more than its outcome',
    setBet('keno', 'multiplier = multiplier + 10000'),
    'bet_rules_differ',
    'multiplier',
  ],
  [
    'an outcome that no seed draws',
    setBet('wheel', `outcome = to_jsonb((outcome::text::integer + 1) % 10)`),
    'outcome_differs',
  ],
  [
    'a sealed seed',
    run(`update seed_pair set sealed = other.sealed from seed_pair other
      where seed_pair.ordinal = 1 and other.ordinal = 1 and other.account_id <> seed_pair.account_id`),
    'seed_differs',
    'pair 1',
  ],
  [
    'the hash of a seed that was not played with yet',
    run(`update seed_pair set hash = repeat('0', 63) || account_id % 10 where state = 'next'`),
    'seed_differs',
  ],
  ['the edge of a bet', setBet('limbo', 'edge_usd = edge_usd * 3'), 'bet_rules_differ', 'an edge of'],
  [
    'the edge of a bet of Crash',
    setBet('crashLost', 'edge_usd = edge_usd * 3'),
    'bet_rules_differ',
    'an edge of',
  ],
  [
    'the worth of a stake',
    setBet('sol', 'usd = usd * 2, edge_usd = edge_usd * 2'),
    'bet_worth_differs',
    'by the prices then',
  ],
  ['the worth of a stake lowered', setBet('dice', 'usd = usd - 1'), 'bet_worth_differs'],
  [
    'a round that was left, as one that was cashed out',
    setBet('lapsed', `ended_by = 'cash-out'`),
    'bet_rules_differ',
    'ended by cash-out',
  ],
  [
    'an open round that its last step has ended',
    run(
      `update round set steps = (select jsonb_agg(jsonb_build_object('type', 'reveal', 'tile', tile)) from generate_series(0, 21) tile) where game = 'mines'`,
    ),
    'bet_rules_differ',
  ],
  [
    'a release of more than the share of the edge',
    async ({ run: go, mend }, { betOf }) => {
      const key = `(select id from ledger_transaction where key like 'bonus/%/release/${betOf('sol')}')`
      await go(
        `update bonus set released = released + (select amount from ledger_posting where transaction_id = ${key} and line = 2)`,
        `update ledger_posting set amount = amount * 2 where transaction_id = ${key}`,
      )
      await mend()
    },
    'release_too_large',
    ({ betOf }) => `bet ${betOf('sol')} `,
  ],
  ["a player's day", run('update play_day set edge = edge * 10'), 'public_sum_differs', 'bets, edge'],
  [
    "what a player's day has paid",
    run('update play_day set paid = paid + 1'),
    'public_sum_differs',
    ', paid ',
  ],
  ["a player's day erased", run('delete from play_day'), 'public_sum_differs', ': 0 bets'],
  [
    "a game's hour",
    run(`update game_hour set bets = bets + 100 where game = 'keno'`),
    'public_sum_differs',
    'of keno',
  ],
  ['a win that was larger', run('update top_win set won = won * 2'), 'public_sum_differs', 'win of bet'],
  [
    'a win of somebody else',
    ({ run: go }, { late }) =>
      go('alter table top_win drop constraint top_win_place', `update top_win set account_id = ${late}`),
    'public_sum_differs',
  ],
  ['a win erased', run('delete from top_win'), 'public_sum_differs', 'told as none'],
  [
    'what limits of a player count',
    run('update play_hour set staked = staked - 1'),
    'public_sum_differs',
    'staked',
  ],
  [
    'the squares of a game',
    run('update ledger_check_game set staked_squares = staked_squares + 1'),
    'checkpoint_differs',
  ],
  [
    'a bet of Crash paid 50 × above the point of its round',
    async ({ run: go, mend }, { betOf }) => {
      const id = betOf('crashWon')
      await go(
        'alter table bet drop constraint bet_pays',
        `update bet set multiplier = ${CRASHES_AT * 5_000},
          steps = jsonb_set(steps, '{0,point}', '${CRASHES_AT * 50}') where id = ${id}`,
        ...pay(id, 'div(stake::numeric * multiplier, 10000)').slice(1),
      )
      await mend()
    },
    'crash_bet_differs',
    ({ betOf }) => `bet ${betOf('crashWon')} `,
  ],
  [
    'a part of Crash at another point than it arrived at',
    ({ run: go }, { betOf }) =>
      go(`update bet set steps = jsonb_set(steps, '{0,arrivedMs}', '9000') where id = ${betOf('crashHalf')}`),
    'crash_bet_differs',
    'taken out at',
  ],
  [
    'a lost bet of Crash whose target was reached',
    setBet('crashLost', `params = '{"target":150,"cap":100000000}'`),
    'crash_bet_differs',
    'where it goes out by itself',
  ],
  [
    'a bet of Crash that came after the curve began',
    setBet('crashLost', `placed_at = placed_at + interval '1 hour', at = at + interval '1 hour'`),
    'crash_bet_differs',
  ],
  [
    'a cancelled bet of Crash as one that was lost',
    setBet('crashCancelled', `ended_by = 'crash'`),
    'crash_bet_differs',
  ],
  [
    'a bet of Crash in another round',
    ({ run: go }, { betOf, rounds }) =>
      go(`update bet set crash_round = ${rounds[2]} where id = ${betOf('crashWon')}`),
    'receipt_differs',
    'crashRound',
  ],
  [
    'the rule by which a round of Crash ended',
    setRound(`rest = 'refund'`),
    'crash_bet_differs',
    'ended by crash',
  ],
  [
    'the point of a round of Crash',
    setRound('point = point + 1'),
    'crash_round_differs',
    'hash and salt make',
  ],
  ['the salt of a round of Crash', setRound(`salt = 'another'`), 'crash_round_differs', 'hash and salt make'],
  [
    'a value of the beacon for a round of Crash',
    setRound(`beacon_signature = repeat('ab', 48)`),
    'crash_round_differs',
    'the first one after the lock is',
  ],
  [
    'the salt of a round of Crash on practice money',
    run(`insert into crash_practice_block (block, hash) select beacon_round, 'another' from crash_round
      where beacon_round is not null limit 1`),
    'crash_round_differs',
    'the hash of practice block',
  ],
  [
    'a bet that nothing signed says',
    async ({ run: go }, { betOf }) =>
      go(
        'alter table bet drop constraint bet_receipts_check',
        `update bet set receipts = '{}' where id = ${betOf('dice')}`,
      ),
    'bet_unposted',
    'nothing signed says it',
  ],
  [
    'the hash of a game of Crash',
    setRound(`game_hash = repeat('a', 64)`),
    'crash_round_differs',
    'not one that leads',
  ],
  [
    'a round of Crash erased',
    ({ run: go }, { rounds }) => go(`delete from crash_round where id = ${rounds[1]}`),
    'crash_round_differs',
    'the game before it is missing',
  ],
  [
    'what was staked in a round of Crash',
    setRound('staked = staked + 1'),
    'crash_round_differs',
    'that were paid',
  ],
  [
    'a void round of Crash as one that was played',
    setRound(
      `status = 'settled', point = 150, rest = 'lost', salt = 'x', beacon_round = 1, start_at = ended_at`,
      1,
    ),
    'crash_round_differs',
  ],
  [
    'a chain of Crash said to be over',
    run(`update crash_chain set state = 'ended'`),
    'crash_round_differs',
    'chain',
  ],
  [
    'an auto-play past its stop of losses',
    ({ run: go }, { losing }) => go(`update auto_play set stop_on_loss = 2000000 where id = ${losing}`),
    'auto_play_passed',
    'stops at loss 2000000',
  ],
  [
    'an auto-play past its stop of profit',
    ({ run: go }, { losing }) =>
      go(
        'alter table bet drop constraint bet_pays',
        `update auto_play set stop_on_profit = 1 where id = ${losing}`,
        `update bet set payout = 5000000 where auto_play = ${losing} and auto_play_step = 1`,
      ),
    'auto_play_passed',
    'profit 1',
  ],
  [
    'an auto-play past a single win',
    ({ run: go }, { losing }) =>
      go(
        'alter table bet drop constraint bet_pays',
        `update auto_play set stop_on_single_win = 1 where id = ${losing}`,
        `update bet set payout = 5000000 where auto_play = ${losing} and auto_play_step = 2`,
      ),
    'auto_play_passed',
    'single win 1',
  ],
  [
    'an auto-play past its count',
    async ({ trx, run: go }, { counted }) => {
      const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
        where conrelid = 'auto_play'::regclass and contype = 'c'`.execute(trx)
      await go(
        ...rows.map(({ name }) => `alter table auto_play drop constraint ${name}`),
        `update auto_play set count = 2 where id = ${counted}`,
      )
    },
    'auto_play_passed',
    'allowed 2',
  ],
  [
    "a player's own bet as a free one",
    setBet('dice', 'free = true, usd = 0, edge_usd = 0'),
    'free_bet_differs',
    'has not paid its stake',
  ],
  [
    'a free bet as one that the player has staked',
    setBet('giftWheel', 'free = false'),
    'free_bet_differs',
    'the player has staked it',
  ],
  [
    'a free bet in the row, against its receipt',
    setBet('giftWheel', 'free = false'),
    'receipt_differs',
    'free',
  ],
  [
    'a free bet that counts for levels',
    async ({ run: go }, { betOf }) =>
      go(
        'alter table bet drop constraint bet_free_counts_nothing',
        `update bet set usd = 100000000 where id = ${betOf('giftWheel')}`,
      ),
    'free_bet_differs',
    'counts for 100000000',
  ],
  [
    'a stake that the house has paid twice',
    async ({ post }, { player, betOf }) =>
      post(payFreeStake({ player, coin: 'usdt-tron', amount: 10_000n, bet: betOf('limbo'), game: 'limbo' })),
    'free_bet_differs',
    'the player has staked it',
  ],
  [
    'a free bet that was given for nothing',
    run('delete from wheel_turn'),
    'free_bet_differs',
    'given for nothing',
  ],
  [
    'a turn of the wheel without a bet',
    run(`insert into wheel_turn (bucket, account_id, day, bet, coin, amount, edge_from, edge_to, share_bps, at)
      select bucket, account_id, day + 1, 987654321, coin, amount, edge_from, edge_to, share_bps, at + interval '1 day' from wheel_turn`),
    'free_bet_differs',
    'which is gone',
  ],
  [
    'a pot for more than its share of the edge',
    run('update wheel_turn set amount = amount * 2'),
    'reward_amount_differs',
    'turn of player',
  ],
  [
    'a pot for edge that no bet has made',
    run('update wheel_turn set edge_to = edge_to * 1000'),
    'reward_edge_differs',
    'turn of player',
  ],
  [
    'a pot that begins with edge of nobody',
    run('update wheel_turn set edge_from = edge_from + 1'),
    'reward_edge_differs',
    'turn of player',
  ],
  [
    'the text of a seal',
    ({ run: go }, { today }) =>
      go(
        `update seal set text = replace(text, '"version":"1.0.0"', '"version":"1.0.1"') where day = '${today}'`,
      ),
    'signature_differs',
    'seal of',
  ],
  [
    'a seal that does not follow the one before',
    ({ run: go }, { today }) =>
      go(
        `update seal set text = regexp_replace(text, '"prev":"[0-9a-f]+"', '"prev":"' || repeat('0', 64) || '"') where day > '${today}'`,
      ),
    'seal_differs',
    'after 000',
  ],
  [
    'the first seal erased',
    ({ run: go }, { today }) => go(`delete from seal where day = '${today}'`),
    'seal_differs',
  ],
  [
    'leaves of a seal',
    run(`update seal_leaves set leaves = set_byte(leaves, 0, get_byte(leaves, 0) # 1)`),
    'seal_differs',
    'another root than its leaves make',
  ],
  [
    'a range of sealed receipts',
    run('update seal_range set last_sequence = last_sequence - 1'),
    'seal_differs',
  ],
  ['a balance in a seal', run('update seal_balance set balance = balance + 1'), 'seal_differs', 'are owed'],
  [
    'a round of Crash left out of a seal',
    ({ run: go }, { rounds }) =>
      go(`update crash_round set ended_at = ended_at + interval '3 days' where id = ${rounds[2]}`),
    'seal_differs',
    'rounds of Crash',
  ],
  [
    'a line of the operators’ log changed',
    run(`update admin_action set why = 'another' where line = 2`),
    'log_line_differs',
    'line 2 ',
  ],
  [
    'a line of the operators’ log changed with its hash',
    run(`update admin_action set why = 'another' where line = 2`, hashAgain('line = 2')),
    'log_chain_differs',
    'line 3 ',
  ],
  [
    'a line of the operators’ log removed',
    run('delete from admin_action where line = 2'),
    'log_chain_differs',
    'line 3 ',
  ],
  [
    'the last line of the operators’ log removed',
    run('delete from admin_action where line = 3'),
    'log_chain_differs',
    'the head says 3 lines',
  ],
  [
    'a line inserted into the operators’ log',
    run(
      `insert into admin_action (at, by_name, by_user, why, action, what, line, prev, hash)
        select at, by_name, by_user, why, action, what, 4, hash, hash from admin_action where line = 3`,
      hashAgain('line = 4'),
    ),
    'log_chain_differs',
    'the head says 3 lines',
  ],
  [
    'the operators’ log written again, with all its hashes',
    run(
      `update admin_action set why = 'another' where line = 2`,
      hashAgain('line >= 2'),
      'update admin_log_head set hash = (select hash from admin_action where line = 3)',
    ),
    'log_seal_differs',
    'line 3 has ',
  ],
  [
    'the operators’ log written again, with the newest seal',
    run(
      `update admin_action set why = 'another' where line = 3`,
      hashAgain('line = 3'),
      'update admin_log_head set hash = (select hash from admin_action where line = 3)',
      `update seal set text = regexp_replace(text, '"head":"[0-9a-f]+"',
        '"head":"' || (select encode(hash, 'hex') from admin_log_head) || '"') where text is not null`,
    ),
    'log_seal_differs',
    'so nobody knows what it said of the log',
  ],
  [
    'the head of the operators’ log cut out of a seal',
    ({ run: go }, { today }) =>
      go(`update seal set text = regexp_replace(text, '"log":{[^}]*},', '') where day > '${today}'`),
    'log_seal_differs',
    'has no head of the log',
  ],
  [
    'the operators’ log cut short, with its head',
    run(
      'delete from admin_action where line = 3',
      'update admin_log_head set lines = 2, hash = (select hash from admin_action where line = 2)',
    ),
    'log_seal_differs',
    'line 3 has gone',
  ],
  [
    'the last bet of a player erased everywhere, after its day was sealed',
    (thief, house) => eraseBet(thief, house, 'last', house.other),
    'seal_differs',
  ],
]

/** Erases a bet from all tables of play and money. */
async function eraseBet(
  { run: go, mend }: Thief,
  { betOf }: PlayedHouse,
  name: string,
  uid: number,
): Promise<void> {
  const id = betOf(name)
  await go(
    `create temporary table erased on commit drop as select * from bet where id = ${id}`,
    ...erase(ofKey(`bet/${id}/stake`)),
    `update play_day day set bets = day.bets - 1, edge = day.edge - erased.edge_usd, staked = day.staked - erased.usd,
        paid = day.paid - div(erased.usd::numeric * erased.multiplier, 10000) from erased
      where day.account_id = ${uid} and day.day = (erased.at at time zone 'utc')::date`,
    `update game_hour hour set bets = hour.bets - 1, edge = hour.edge - erased.edge_usd from erased
      where hour.bucket = erased.bucket and hour.game = erased.game and hour.hour = date_trunc('hour', erased.at, 'utc')`,
    `update play_hour hour set staked = hour.staked - usd, paid = hour.paid - div(usd::numeric * multiplier, 10000) from erased
      where hour.account_id = ${uid} and hour.hour = date_trunc('hour', erased.placed_at, 'utc')`,
    'delete from play_day where bets = 0',
    'delete from game_hour where bets = 0',
    `delete from top_win where bet_id = ${id}`,
    `delete from receipt where bet_id = ${id}`,
    `delete from bet where id = ${id}`,
    `update play_account account set bets = account.bets - 1, nonce = account.nonce - 1, receipts = account.receipts - 1,
        wagered = account.wagered - erased.usd, edge = account.edge - erased.edge_usd,
        receipt_hash = coalesce((select sha256(convert_to(text, 'UTF8')) from receipt
          where account_id = ${uid} order by sequence desc limit 1), decode(repeat('00', 32), 'hex'))
      from erased where account.account_id = ${uid}`,
    ...['ledger_check', 'ledger_check_bucket', 'ledger_check_account', 'ledger_check_game'].map(
      (table) => `delete from ${table}`,
    ),
    'drop table erased',
  )
  await mend()
}

/** Checks that honest play passes, and that forgeries by somebody with the database's password are found. */
export function booksOfPlaySuite(backend: TestBackend): void {
  describe('the books of play', () => {
    let db: Database
    let house: PlayedHouse

    beforeAll(async () => {
      db = await backend.fresh()
      house = await openPlayedHouse(db)
      await prepareForgeries(db)
    }, 180_000)

    const look = async (trx: Database, secrets: PlayedHouse['secrets'] | null = house.secrets) =>
      reconcileView(trx, house.terms, SUBJECTS, ALL_ROWS, { secrets })

    it('agree after honest play of all games, and say what was compared', async () => {
      const { faults, compared, omitted } = await look(db)
      expect(faults).toEqual([])
      const empty = compared.filter(({ count }) => count === 0).map(({ what }) => what)
      // There were no withdrawals, no wallets, no closed accounts and no other rewards than turns of the wheel.
      const isOfPlay = (what: string) => /bet|receipt|Crash|seal|win|auto-play|key|seed|hour/.test(what)
      const isOfRewards = (what: string) =>
        /^(shares of|friends|winners of races|free rounds|codes)|games of others|of providers/.test(what)
      expect(empty.filter((what) => isOfPlay(what) && !isOfRewards(what))).toEqual([])
      expect(omitted).toEqual([])
      const again = compared.find(({ what }) => what.startsWith('receipts: text written again'))
      const { rows } = await sql<{ n: string }>`select count(*) as n from receipt`.execute(db)
      expect(again?.count).toBe(Number(rows[0]?.n))
    })

    it('name the comparisons that need the key of the house', async () => {
      const { faults, omitted } = await look(db, null)
      expect(faults).toEqual([])
      expect(omitted.map(({ what }) => what)).toEqual([expect.stringMatching(/takes the KOI_SECRET_KEY/)])
    })

    it.each(FORGERIES.map((forgery) => ({ what: forgery[0], forgery })))(
      'show $what',
      async ({ forgery }) => {
        const [, forge, kind, where = ''] = forgery
        const { faults } = await withForgery(db, house, forge, look)
        const told = faults.filter((fault) => fault.kind === kind).map((fault) => fault.where)
        expect(told, JSON.stringify(faults, null, 1)).not.toEqual([])
        expect(told.join('\n')).toContain(typeof where === 'string' ? where : where(house))
      },
    )

    it('show an overpaid bet of Crash in the very next check', async () => {
      const forgery = FORGERIES.find(([name]) => name.startsWith('a bet of Crash paid 50'))
      if (!forgery) throw new Error('There is no such forgery')
      const kinds = await withForgery(db, house, forgery[1], async (trx) => {
        const marks = await readMarks(trx)
        // As if the payout had come after the last check.
        const { rows } = await sql<{ bucket: number; id: string }>`
          select bucket, id from ledger_transaction where key = ${`bet/${house.betOf('crashWon')}/payout`}`.execute(
          trx,
        )
        for (const { bucket, id } of rows) (marks as Map<number, bigint>).set(bucket, BigInt(id) - 1n)
        const { faults } = await reconcileView(trx, house.terms, SUBJECTS, rowsAfter(marks))
        return faults.map((fault) => fault.kind)
      })
      expect(kinds).toContain('crash_bet_differs')
    })

    it('cannot show the last bet of a player when it is erased everywhere before its day is sealed, as documented', async () => {
      const forge: Forge = (thief, one) => eraseBet(thief, one, 'unsealed', one.late)
      expect((await withForgery(db, house, forge, look)).faults).toEqual([])
    })
  })
}
