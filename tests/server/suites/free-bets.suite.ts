import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getBet, listBets, placeBet, type PlayAnswer } from '#contract/play.ts'
import { takeTimeOut } from '#contract/responsible-play.ts'
import { verifyBet } from '#verify/verify-bet.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import type { FreeBet } from '#server/play/free-bets.ts'
import { faultsOf } from '../../support/books.ts'
import { createPlayers, type Player, type Players } from '../../support/players.ts'
import { textOf } from '../../support/receipts.ts'
import { beginPair } from '../../support/seed-pair.ts'
import type { TestBackend } from './test-backend.ts'

const COIN = 'usdt-tron'
const STAKE = 250_000n
const PARAMS = { side: 'over', target: 5050 }

export function freeBetsSuite(backend: TestBackend): void {
  describe('free bets', () => {
    let db: Database
    let players: Players
    let player: Player

    beforeAll(async () => {
      db = await backend.fresh()
      players = await createPlayers(db)
      // Free bets that a test gives; the books do not know them.
      await sql`create table test_grant (account integer primary key, rounds integer not null)`.execute(db)
    })
    beforeEach(async () => {
      player = await players.newPlayer()
      await beginPair(player)
    })
    afterAll(() => players.play.close())

    const grant = (rounds: number, of = player) =>
      sql`insert into test_grant values (${of.uid}, ${rounds})`.execute(db)
    const roundsLeft = async (of = player) => {
      const { rows } = await sql<{ rounds: number }>`
        select rounds from test_grant where account = ${of.uid}`.execute(db)
      return rows[0]?.rounds
    }
    const free = (asked: Partial<FreeBet> = {}, of = player): FreeBet => ({
      key: randomUUID(),
      game: 'dice',
      params: PARAMS,
      paidFor: async () => true,
      look: async () => undefined,
      async take(trx) {
        const { rows } = await sql`
          update test_grant set rounds = rounds - 1 where account = ${of.uid} and rounds > 0 returning 1`.execute(
          trx,
        )
        if (rows.length === 0) throw new Refusal('not_found', 'There is no free bet left')
        return { coin: COIN, stake: STAKE }
      },
      ...asked,
    })
    const betOf = (answer: PlayAnswer) => {
      if (answer.status !== 'settled') throw new Error('It is open')
      return answer.bet
    }
    const held = async (of = player) =>
      (await balancesOf(db, of.uid)).find((each) => each.coin === COIN)?.available ?? 0n
    const units = (text: string) => BigInt(Math.round(Number(text) * 1e6))
    /** The books ask what a free bet was given for, which these tests keep to themselves. */
    const otherFaults = async () =>
      (await faultsOf(db)).filter(({ where }) => !where.endsWith('given for nothing'))

    it('leave the player what they pay, and say in history and receipt that they were free', async () => {
      await grant(3)
      let paid = 0n
      for (let n = 0; n < 3; n++) {
        const answer = await players.play.free(player.uid, free())
        const bet = betOf(answer)
        paid += units(bet.payout)
        expect(bet).toMatchObject({ game: 'dice', stake: '0.25', free: true, seeds: { nonce: n } })
        expect(await held()).toBe(paid)
        expect(units(answer.balance.available)).toBe(paid)
        const read = (await player.call(getBet, { params: { id: bet.id } })).data
        expect(read.bet).toEqual(bet)
        expect(read.receipts.map(textOf)).toMatchObject([{ free: true, stake: '0.25' }])
      }
      await beginPair(player)
      for (const { game, params, outcome, seeds } of (await player.call(listBets)).data.bets) {
        expect(verifyBet({ game, params, outcome, ...seeds })).toMatchObject({ matches: true })
      }
      expect(await otherFaults()).toEqual([])
    })

    it('count for nothing: no edge, no day, no list, no hour of a limit', async () => {
      await grant(1)
      await players.play.free(player.uid, free())
      const account = await db
        .selectFrom('play_account')
        .select(['bets', 'wagered', 'edge'])
        .where('account_id', '=', player.uid)
        .executeTakeFirst()
      expect(account).toEqual({ bets: '1', wagered: '0', edge: '0' })
      const days = await db
        .selectFrom('play_day')
        .select('bets')
        .where('account_id', '=', player.uid)
        .execute()
      expect(days).toEqual([])
      const wins = await db.selectFrom('top_win').select('won').where('account_id', '=', player.uid).execute()
      expect(wins).toEqual([])
      const hours = await db
        .selectFrom('play_hour')
        .select(['staked', 'paid'])
        .where('account_id', '=', player.uid)
        .execute()
      expect(hours).toEqual([{ staked: '0', paid: '0' }])
    })

    it('are taken once for a key, and as often as they were given, by two processes at once', async () => {
      await grant(3)
      const other = players.newEngine(db)
      const engines = [players.play, other]
      const key = randomUUID()
      const engineOf = (n: number) => engines[n % 2] ?? players.play
      const same = await Promise.all(
        Array.from({ length: 12 }, (_, n) => engineOf(n).free(player.uid, free({ key }))),
      )
      expect(new Set(same.map((answer) => betOf(answer).id)).size).toBe(1)
      expect(await roundsLeft()).toBe(2)
      const many = await Promise.allSettled(
        Array.from({ length: 12 }, (_, n) => engineOf(n).free(player.uid, free())),
      )
      expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      expect(
        many.flatMap((each) => (each.status === 'rejected' ? [(each.reason as Refusal).code] : [])),
      ).toEqual(Array.from({ length: 10 }, () => 'not_found'))
      expect(await roundsLeft()).toBe(0)
      // Its answer was lost: it is given again, though nothing is left.
      expect(betOf(await other.free(player.uid, free({ key }))).id).toBe(betOf(same[0] as PlayAnswer).id)
      expect(await otherFaults()).toEqual([])
      await other.close()
    })

    it('are refused as a whole: nothing is taken, paid or drawn', async () => {
      await grant(1)
      const refusal = (asked: Partial<FreeBet>) =>
        players.play.free(player.uid, free(asked)).then(
          () => 'taken',
          (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
        )
      expect(await refusal({ params: { side: 'x' } })).toBe('bad_params')
      const key = randomUUID()
      await players.play.free(player.uid, free({ key, take: async () => ({ coin: COIN, stake: STAKE }) }))
      expect(await refusal({ key, paidFor: async () => false })).toBe('key_reused')
      const asBet = { idempotencyKey: key, game: 'dice', coin: COIN, stake: '0.25', params: PARAMS }
      expect((await player.call(placeBet, { body: asBet })).code).toBe('key_reused')
      expect(await refusal({ take: async () => ({ coin: COIN, stake: 10n ** 15n }) })).toBe('stake_too_large')
      await player.call(takeTimeOut, { body: { hours: 24 } })
      expect(await refusal({})).toBe('break_active')
      expect(await roundsLeft()).toBe(1)
      const bets = await db.selectFrom('bet').select('nonce').where('account_id', '=', player.uid).execute()
      expect(bets).toEqual([{ nonce: 0 }])
      expect(await otherFaults()).toEqual([])
    })
  })
}
