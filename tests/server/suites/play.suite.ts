import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeAccount } from '#contract/account.ts'
import {
  cashOut,
  changeSeeds,
  getBet,
  getBetByKey,
  getSeeds,
  isSeededBet,
  listBets,
  listPastSeeds,
  listRounds,
  placeBet,
  takeStep,
  type Bet,
  type PlayAnswer,
  type Receipt,
  type Round,
} from '#contract/play.ts'
import { setLimit, takeTimeOut } from '#contract/responsible-play.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import { verifyBet } from '#verify/verify-bet.ts'
import { checkReceipts } from '#features/play/receipts/check-receipts.ts'
import { readBet } from '#features/play/server-engine/wire-bets.ts'
import { isPlayGame, isRoundGame, rulesOf, type PlayGame } from '#rules/games.ts'
import { PLAY_GAMES } from '#rules/play-games.ts'
import { createLogger } from '#server/base/logger.ts'
import { toDecimal } from '#server/coins/units.ts'
import { readProfile, SHIPPED_PROFILES, valueFor } from '#server/config/profile.ts'
import type { Database } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { lapseRounds } from '#server/play/lapse-rounds.ts'
import { listReceiptKeys } from '#server/play/receipt-keys.ts'
import { emailWay, keepWay } from '#server/responsible-play/player-ways.ts'
import { verifyWithNode } from '../../fair/receipt-house.ts'
import { faultsOf, giveMoney } from '../../support/books.ts'
import { configFile } from '../../support/config-file.ts'
import { GAME_PARAMS } from '../../support/game-params.ts'
import { createPlayers, PASSWORD, type Player, type Players } from '../../support/players.ts'
import { chainFault, hashOf, isSigned, textOf } from '../../support/receipts.ts'
import { beginPair } from '../../support/seed-pair.ts'
import { repeats } from '../../core.ts'
import type { TestBackend } from './test-backend.ts'

const USDT = 1_000_000n
const HOUR_MS = 60 * 60_000
const COIN = 'usdt-tron'
const games = PLAY_GAMES
const rounds = games.filter(isRoundGame)

interface Asked {
  readonly key?: string
  readonly game?: string
  readonly coin?: string
  readonly stake?: string
  readonly params?: object
}

export function playSuite(backend: TestBackend): void {
  describe('bets with a balance', () => {
    let db: Database
    let players: Players
    let player: Player

    beforeAll(async () => {
      db = await backend.fresh()
      players = await createPlayers(db)
    })
    beforeEach(async () => {
      player = await newPlayer()
    })
    afterAll(() => players.play.close())

    const newPlayer = async (usdt = 1_000n, house = players) => {
      const one = await house.newPlayer()
      await giveMoney(db, { player: one.uid, coin: COIN, amount: usdt * USDT }, house.time.now)
      await beginPair(one)
      return one
    }
    const bodyOf = ({ key = randomUUID(), game = 'dice', coin = COIN, stake = '1', params }: Asked = {}) => ({
      idempotencyKey: key,
      game,
      coin,
      stake,
      params: { ...(params ?? (isPlayGame(game) ? GAME_PARAMS[game].params : {})) },
    })
    const bet = (asked: Asked = {}, of = player) => of.call(placeBet, { body: bodyOf(asked) })
    const open = async (asked: Asked = {}, of = player): Promise<Round> => {
      const { data } = await bet({ game: 'mines', ...asked }, of)
      if (data.status !== 'open') throw new Error('The round is over')
      return data.round
    }
    const settled = (answer: PlayAnswer): Bet => {
      if (answer.status !== 'settled') throw new Error('It is open')
      return answer.bet
    }
    const step = (id: string, one: object, key: string = randomUUID(), of = player) =>
      of.call(takeStep, { params: { id }, body: { idempotencyKey: key, step: { ...one } } })
    const reveal = (tile: number) => ({ type: 'reveal', tile })
    const cash = (id: string, key: string = randomUUID(), of = player) =>
      of.call(cashOut, { params: { id }, body: { idempotencyKey: key } })
    const held = async (of = player, coin = COIN) =>
      (await balancesOf(db, of.uid)).find((each) => each.coin === coin)?.available ?? 0n
    /** In the order of the chain. */
    const receiptsOf = async ({ uid } = player): Promise<Receipt[]> => {
      const rows = await db
        .selectFrom('receipt')
        .selectAll()
        .where('account_id', '=', uid)
        .orderBy('sequence')
        .execute()
      expect(rows.map(({ sequence }) => Number(sequence))).toEqual(rows.map((_, index) => index + 1))
      return rows.map(({ text, kid, signature }) => ({
        receipt: text,
        kid,
        signature: Buffer.from(signature).toString('base64url'),
      }))
    }
    /** Tiles with and without gems in the open round, computed from the seeds. */
    const tilesOf = async ({ uid } = player) => {
      const state = await players.stateOf(uid)
      const [round] = state.rounds
      if (!round || !state.pair) throw new Error('No round is open')
      const { serverSeed, clientSeed } = state.pair
      const { outcome } = verifyBet({
        game: 'mines',
        serverSeed,
        clientSeed,
        nonce: round.nonce,
        params: round.params,
      })
      const mines = (outcome as readonly number[]).slice(0, 3)
      return {
        mines,
        gems: Array.from({ length: 25 }, (_, tile) => tile).filter((tile) => !mines.includes(tile)),
      }
    }
    /** Reveals the pair and recomputes every bet of the player. @returns the number of bets */
    const verifyAll = async (of = player): Promise<number> => {
      const { revealed } = await beginPair(of)
      if (!revealed) throw new Error('Nothing was revealed')
      expect(hashServerSeed(revealed.serverSeed)).toBe(revealed.serverSeedHash)
      let count = 0
      for (let after: string | undefined; ;) {
        const query = { limit: '200', ...(after !== undefined && { after }) }
        const { bets, next } = (await of.call(listBets, { query })).data
        for (const { game, params, outcome, seeds, stake, multiplier, payout } of bets) {
          expect(verifyBet({ game, params, outcome, ...seeds })).toMatchObject({ matches: true })
          expect(Number(payout)).toBeCloseTo(Number(stake) * multiplier, 5)
          count += 1
        }
        if (next === null) return count
        after = next
      }
    }
    const expectSound = async () => expect(await faultsOf(db)).toEqual([])

    // The slower database tests one profile.
    const profiles = SHIPPED_PROFILES.filter((name) => backend.name !== 'PGlite' || name === 'open')
    describe.each(profiles)('under the profile %s', (profile) => {
      let house: Players
      /** Minimum time between two bets in a game, in milliseconds. */
      let cycleOf: (game: string) => number
      beforeAll(async () => {
        house = profile === 'open' ? players : await createPlayers(db, { KOI_PROFILE: profile })
        house.time.now = players.time.now
        const { cycleMs } = readProfile(profile).play
        cycleOf = (game) => valueFor(cycleMs, game)
      })
      beforeEach(async () => {
        if (house !== players) player = await newPlayer(1_000n, house)
      })
      afterAll(() => house.play.close())

      describe.each(games)('in %s', (game: PlayGame) => {
        const { params, steps = [], wrong: wrongs } = GAME_PARAMS[game]

        it('are taken, paid, listed, signed and recomputed', async () => {
          for (let n = 0; n < 3; n++) {
            const before = await held()
            const key = randomUUID()
            let answer = (await bet({ game, key, stake: '1.5' })).data
            for (const one of steps.slice(0, 2)) {
              if (answer.status === 'settled') break
              answer = (await step(answer.round.id, one)).data
            }
            if (answer.status === 'open') answer = (await cash(answer.round.id)).data
            const done = settled(answer)
            const paid = BigInt(Math.round(Number(done.payout) * 1e6))
            expect(await held()).toBe(before - 1_500_000n + paid)
            expect(answer.balance).toEqual({ coin: COIN, available: toDecimal(await held(), 6) })
            expect(done).toMatchObject({
              game,
              coin: COIN,
              stake: '1.5',
              seeds: { serverSeed: null, nonce: n },
            })
            expect((await player.call(getBetByKey, { params: { key } })).data).toEqual(answer)
            const { bet: again, receipts } = (await player.call(getBet, { params: { id: done.id } })).data
            expect(again).toEqual(done)
            expect(receipts.at(-1)).toEqual(answer.receipt)
            expect((await player.call(listBets)).data.bets[0]).toEqual(done)
            const cycle = cycleOf(game)
            if (cycle === 0) continue
            house.time.now += cycle - 1
            expect((await bet({ game })).code).toBe('too_soon')
            expect(await held()).toBe(before - 1_500_000n + paid)
            house.time.now += 1
          }
          const { bets } = (await player.call(listBets)).data
          expect(bets).toHaveLength(3)
          expect(await verifyAll()).toBe(3)
          const receipts = await receiptsOf()
          const signed = (await player.call(listBets, { query: { receipts: 'true' } })).data
          expect(signed.bets.toReversed().flatMap(({ id }) => signed.receipts?.[id] ?? [])).toEqual(receipts)
          expect(chainFault(receipts)).toBeNull()
          const keys = await listReceiptKeys(db)
          expect(receipts.every((each) => isSigned(each, keys))).toBe(true)
          for (const each of bets.filter(isSeededBet)) {
            const last = receipts.map(textOf).findLast(({ bet: id }) => id === each.id)
            expect(last).toMatchObject({
              game,
              coin: COIN,
              nonce: each.seeds.nonce,
              stake: '1.5',
              payout: each.payout,
              params: each.params,
              outcome: each.outcome,
              multiplier: String(each.multiplier),
            })
          }
          // As the app checks: each bet with its receipts, once its seed is revealed.
          const chain = {
            withHash: (hash: string) => receipts.find((each) => hashOf(each) === hash),
            after: (hash: string) => receipts.filter((each) => textOf(each).prev === hash),
          }
          for (const each of (await player.call(listBets)).data.bets.filter(isSeededBet)) {
            const own = receipts.filter((receipt) => textOf(receipt).bet === each.id)
            const shown = readBet(each, () => 6)
            const report = await checkReceipts({
              bet: shown,
              receipts: own,
              keys,
              chain,
              verify: verifyWithNode,
            })
            expect(report).toMatchObject({ isFollowed: true, verdict: { status: 'verified' } })
          }
          await expectSound()
        })

        it('are refused with wrong parameters, and use no nonce', async () => {
          const { nonce } = (await player.call(getSeeds)).data
          const others = [{}, { ...params, side: 'x', target: -1, mines: 0, rows: 1.5, risk: [] }]
          for (const wrong of wrongs ?? others) {
            expect((await bet({ game, params: wrong })).code).toBe('bad_params')
          }
          expect((await player.call(getSeeds)).data.nonce).toBe(nonce)
        })

        it('have a maximum stake by the maximum payout', async () => {
          const top = rulesOf(game as string).topMultiplier(rulesOf(game as string).parseParams(params))
          const small = await createPlayers(db, {
            KOI_CONFIG: configFile({ play: { maxStakeUsd: '100', maxPayoutUsd: '100' } }),
            KOI_PROFILE: profile,
          })
          // The payout is cut to a whole unit.
          const most = (100_000_001n * 10_000n - 1n) / BigInt(top)
          const answer = small.play.bet(player.uid, bodyOf({ game, stake: toDecimal(most + 1n, 6) }))
          await expect(answer).rejects.toMatchObject({ code: 'payout_too_large' })
          const taken = await small.play.bet(player.uid, bodyOf({ game, stake: toDecimal(most, 6) }))
          expect(taken.status).toBe(isRoundGame(game) ? 'open' : 'settled')
        })
      })
    })

    describe('their seeds', () => {
      it('are committed to before the client seed is chosen, and bets wait for it', async () => {
        const one = await players.newPlayer()
        await giveMoney(db, { player: one.uid, coin: COIN, amount: 1_000n * USDT }, players.time.now)
        const first = (await one.call(getSeeds)).data
        expect(first).toMatchObject({ serverSeedHash: null, clientSeed: null, nonce: 0 })
        expect((await one.call(getSeeds)).data).toEqual(first)
        expect((await bet({}, one)).code).toBe('client_seed_missing')
        const change = (clientSeed: string, nextServerSeedHash: string) =>
          one.call(changeSeeds, { body: { clientSeed, nextServerSeedHash } })
        expect((await change('koi', 'ab'.repeat(32))).code).toBe('seed_commitment_wrong')
        expect((await change('', first.nextServerSeedHash)).code).toBe('bad_request')
        const { current, revealed } = (await change('锦鲤 : 1', first.nextServerSeedHash)).data
        expect(revealed).toBeNull()
        expect(current).toMatchObject({
          serverSeedHash: first.nextServerSeedHash,
          clientSeed: '锦鲤 : 1',
          nonce: 0,
        })
        // An echo of a used commitment is refused as wrong.
        expect((await change('koi', first.nextServerSeedHash)).code).toBe('seed_commitment_wrong')
        expect((await bet({}, one)).data.status).toBe('settled')
        const second = (await change('second', current.nextServerSeedHash)).data
        expect(second.revealed).toMatchObject({
          serverSeedHash: first.nextServerSeedHash,
          clientSeed: '锦鲤 : 1',
          betCount: 1,
        })
        expect(hashServerSeed(second.revealed?.serverSeed ?? '')).toBe(first.nextServerSeedHash)
        expect((await one.call(listPastSeeds)).data).toEqual({ pairs: [second.revealed], next: null })
        expect((await bet({}, one)).data).toMatchObject({
          bet: { seeds: { serverSeedHash: current.nextServerSeedHash, clientSeed: 'second', nonce: 0 } },
        })
      })

      it('cannot change while a round is open, nor in two calls at once', async () => {
        const { id } = await open()
        const { nextServerSeedHash } = (await player.call(getSeeds)).data
        const change = () => player.call(changeSeeds, { body: { clientSeed: 'x', nextServerSeedHash } })
        expect((await change()).code).toBe('round_open')
        await step(id, reveal((await tilesOf()).mines[0] ?? 0))
        const codes = (await Promise.all([change(), change(), change()])).map(({ code }) => code)
        expect(codes.sort()).toEqual(['ok', 'seed_commitment_wrong', 'seed_commitment_wrong'])
      })

      it('cannot be changed afterwards by somebody who writes to the database', async () => {
        await bet()
        const pair = () => db.updateTable('seed_pair').where('account_id', '=', player.uid)
        await expect(pair().set({ client_seed: 'other' }).execute()).rejects.toThrow(/append-only/)
        await expect(
          pair()
            .set({ hash: 'cd'.repeat(32) })
            .execute(),
        ).rejects.toThrow(/append-only/)
        await expect(
          db.deleteFrom('seed_pair').where('account_id', '=', player.uid).execute(),
        ).rejects.toThrow(/append-only/)
      })
    })

    describe('their keys', () => {
      it('repeat the answer without a second bet, and belong to one request', async () => {
        const key = randomUUID()
        const first = (await bet({ key })).data
        const after = await held()
        expect((await bet({ key })).data).toEqual(first)
        expect((await bet({ key: key.toUpperCase() })).data).toEqual(first)
        for (const other of [
          { stake: '2' },
          { game: 'limbo' },
          { params: { side: 'under', target: 5_050 } },
        ]) {
          expect((await bet({ key, ...other })).code).toBe('key_reused')
        }
        expect(await held()).toBe(after)
        expect((await player.call(getSeeds)).data.nonce).toBe(1)
        const other = await newPlayer()
        expect((await other.call(getBetByKey, { params: { key } })).code).toBe('not_found')
        expect((await bet({ key }, other)).data.status).toBe('settled')
      })

      it('answer a taken bet even if new bets are refused by now', async () => {
        const key = randomUUID()
        const first = (await bet({ key })).data
        await player.call(takeTimeOut, { body: { hours: 24 } })
        expect((await bet()).code).toBe('break_active')
        expect((await bet({ key })).data).toEqual(first)
      })
    })

    describe('are refused', () => {
      it.each<[string, Asked]>([
        ['stake_too_small', { stake: '0.009999' }],
        ['stake_too_large', { stake: '1000.000001' }],
        ['insufficient_funds', { stake: '1000' }],
        ['bad_request', { stake: '1.0000001' }],
        ['bad_request', { stake: '0' }],
        ['bad_request', { stake: '-1' }],
        ['bad_request', { stake: '1e3' }],
        ['bad_request', { key: 'no-uuid' }],
        ['not_found', { game: 'roulette' }],
        ['not_found', { coin: 'gold-mine' }],
        ['not_found', { game: 'constructor' }],
        ['insufficient_funds', { coin: 'bonk-solana', stake: '1000' }],
      ])('with %s: %o', async (code, asked) => {
        // A balance below the maximum stake.
        player = await newPlayer(900n)
        await bet()
        const [before, seeds] = [await held(), (await player.call(getSeeds)).data]
        expect((await bet(asked)).code).toBe(code)
        expect(await held()).toBe(before)
        expect((await player.call(getSeeds)).data).toEqual(seeds)
        expect(await receiptsOf()).toHaveLength(1)
      })

      it('when the game is paused, while open rounds go on', async () => {
        const { id } = await open()
        const { gems } = await tilesOf()
        const set = async (status: 'paused' | 'playable') => {
          await db.updateTable('game').set({ status }).where('slug', '=', 'mines').execute()
          players.time.now += 1_000
        }
        await set('paused')
        try {
          expect((await bet({ game: 'mines', params: { mines: 2 } })).code).toBe('game_paused')
          expect((await step(id, reveal(gems[0] ?? 0))).data.status).toBe('open')
          expect((await cash(id)).data.status).toBe('settled')
          expect((await bet({ game: 'mines' })).code).toBe('game_paused')
        } finally {
          await set('playable')
        }
        expect((await bet({ game: 'mines' })).data.status).toBe('open')
      })

      it('during a break on any account of the player, while open rounds go on', async () => {
        const other = await newPlayer()
        const { id } = await open()
        await bet()
        await bet({}, other)
        await shareWay(player, other)
        await other.call(takeTimeOut, { body: { hours: 24 } })
        for (const one of [player, other]) expect((await bet({}, one)).code).toBe('break_active')
        const { gems } = await tilesOf()
        expect((await step(id, reveal(gems[0] ?? 0))).data.status).toBe('open')
        expect((await cash(id)).data.status).toBe('settled')
        expect((await bet({ game: 'mines' })).code).toBe('break_active')
        await players.wait(25 * HOUR_MS)
        expect((await bet()).data.status).toBe('settled')
      })
    })

    const shareWay = async (one: Player, other: Player) => {
      const way = emailWay(players.services.secrets, `shared-${one.uid}@koi.example`)
      for (const { uid } of [one, other]) await keepWay(db, uid, way)
    }

    describe('limits of the player', () => {
      const limit = (kind: 'wager' | 'loss', period: 'day' | 'week' | 'month', amount: string, of = player) =>
        of.call(setLimit, { params: { kind, period }, body: { amount } })

      it('for stakes apply from the next bet on, count earlier stakes, and cover all accounts', async () => {
        const other = await newPlayer()
        await bet({ stake: '30' })
        await bet({ stake: '20' }, other)
        await limit('wager', 'day', '60')
        expect((await bet({ stake: '30.000001' })).code).toBe('limit_reached')
        expect((await bet({ stake: '5' })).data.status).toBe('settled')
        await shareWay(player, other)
        expect((await bet({ stake: '5.01' }, other)).code).toBe('limit_reached')
        expect((await bet({ stake: '5' }, other)).data.status).toBe('settled')
        expect((await bet({ stake: '0.01' })).code).toBe('limit_reached')
        await players.wait(25 * HOUR_MS)
        expect((await bet({ stake: '60' })).data.status).toBe('settled')
        expect((await bet({ stake: '0.01' }, other)).code).toBe('limit_reached')
        await expectSound()
      })

      it('for losses count an open round as lost until it pays, and wins make room', async () => {
        await limit('loss', 'week', '10')
        const { id } = await open({ stake: '10' })
        expect((await bet({ stake: '0.01' })).code).toBe('limit_reached')
        const { gems } = await tilesOf()
        await step(id, reveal(gems[0] ?? 0))
        const won = Number(settled((await cash(id)).data).payout) - 10
        expect((await bet({ stake: (10 + won + 0.01).toFixed(2) })).code).toBe('limit_reached')
        expect((await bet({ stake: (10 + won - 0.01).toFixed(2) })).data.status).toBe('settled')
      })

      it('are kept by parallel bets, on two accounts and in two processes', async () => {
        const other = await newPlayer()
        await shareWay(player, other)
        await limit('wager', 'month', '10')
        const engines = [players.play, players.newEngine(await backend.openAnother())]
        const results = await Promise.allSettled(
          Array.from({ length: 24 }, (_, n) =>
            (engines[n % 2] ?? players.play).bet((n % 4 < 2 ? player : other).uid, bodyOf({ stake: '1' })),
          ),
        )
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
        await expectSound()
      })

      it('need a fresh price of the coin, unlike other bets', async () => {
        const rates = { sources: [{ service: 'coingecko' }, { service: 'defillama' }] }
        const live = await createPlayers(db, { KOI_CONFIG: configFile({ rates }) })
        live.time.now = players.time.now
        expect((await live.play.bet(player.uid, bodyOf())).status).toBe('settled')
        await limit('wager', 'day', '60')
        await expect(live.play.bet(player.uid, bodyOf())).rejects.toMatchObject({ code: 'rate_stale' })
        await db
          .updateTable('coin')
          .set({ priced_at: new Date(live.time.now) })
          .where('id', '=', COIN)
          .execute()
        live.time.now += 1_000
        expect((await live.play.bet(player.uid, bodyOf())).status).toBe('settled')
      })
    })

    describe('a round', () => {
      it('hides its secrets in every answer until it is over', async () => {
        const { id } = await open()
        const { mines, gems } = await tilesOf()
        const answers: unknown[] = []
        const keys = Array.from({ length: 3 }, () => randomUUID())
        for (const [n, key] of keys.entries()) {
          const answer = await step(id, reveal(gems[n] ?? 0), key)
          expect(answer.data).toMatchObject({ round: { view: { opened: gems.slice(0, n + 1) } } })
          answers.push(answer.data)
        }
        answers.push((await player.call(listRounds)).data, (await step(id, reveal(99))).code)
        answers.push((await player.call(listBets)).data, await receiptsOf())
        const state = await players.stateOf(player.uid)
        const text = JSON.stringify(answers)
        expect(text).not.toContain('outcome')
        expect(text).not.toContain(state.pair?.serverSeed)
        expect(text).not.toContain(JSON.stringify(mines).slice(1, -1))
        // The database has only the sealed seed.
        const row = await db.selectFrom('round').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        expect(JSON.stringify(row)).not.toContain(JSON.stringify(mines).slice(1, -1))
      })

      it('repeats the answer of each step, and refuses another step with its key', async () => {
        const { id } = await open()
        const { gems } = await tilesOf()
        const keys = [randomUUID(), randomUUID(), randomUUID()] as const
        const first = (await step(id, reveal(gems[0] ?? 0), keys[0])).data
        const second = (await step(id, reveal(gems[1] ?? 0), keys[1])).data
        const again = async () => {
          expect((await step(id, reveal(gems[0] ?? 0), keys[0])).data).toMatchObject({
            status: 'open',
            receipt: first.receipt,
            round: { ...(first.status === 'open' && { steps: first.round.steps, view: first.round.view }) },
          })
          expect((await step(id, reveal(gems[1] ?? 0), keys[1])).data.receipt).toEqual(second.receipt)
        }
        await again()
        expect((await step(id, reveal(gems[2] ?? 0), keys[0])).code).toBe('key_reused')
        expect((await cash(id, keys[1])).code).toBe('key_reused')
        const end = (await cash(id, keys[2])).data
        expect((await cash(id, keys[2])).data).toEqual(end)
        await again()
        expect((await step(id, reveal(gems[2] ?? 0))).code).toBe('round_settled')
        expect((await cash(id)).code).toBe('round_settled')
        expect((await receiptsOf()).map((each) => textOf(each).type)).toEqual([
          'bet',
          'step',
          'step',
          'settle',
        ])
        await expectSound()
      })

      it('refuses a step that is not allowed, or of another player', async () => {
        const { id } = await open()
        expect((await cash(id)).code).toBe('bad_step')
        const { gems } = await tilesOf()
        await step(id, reveal(gems[0] ?? 0))
        for (const wrong of [
          reveal(gems[0] ?? 0),
          reveal(25),
          reveal(-1),
          { type: 'jump' },
          {},
          { tile: 1 },
        ]) {
          expect((await step(id, wrong)).code).toBe('bad_step')
        }
        const other = await newPlayer()
        expect((await step(id, reveal(gems[1] ?? 0), randomUUID(), other)).code).toBe('not_found')
        expect((await cash(id, randomUUID(), other)).code).toBe('not_found')
        expect((await bet({ game: 'mines' })).code).toBe('round_open')
        expect((await bet()).data.status).toBe('settled')
        expect((await step(id, reveal(gems[1] ?? 0))).data.status).toBe('open')
      })

      it('is lost on a mine, and won when all gems are open', async () => {
        const { id } = await open({ params: { mines: 3 } })
        const { mines } = await tilesOf()
        const lost = settled((await step(id, reveal(mines[1] ?? 0))).data)
        expect(lost).toMatchObject({ payout: '0', multiplier: 0, endedBy: 'step' })
        const all = await open({ stake: '0.01', params: { mines: 3 } })
        const { gems } = await tilesOf()
        let last: PlayAnswer | undefined
        for (const tile of gems) last = (await step(all.id, reveal(tile))).data
        expect(last).toMatchObject({ status: 'settled', bet: { endedBy: 'step', multiplier: 2_277 } })
        expect(await verifyAll()).toBe(2)
        await expectSound()
      })

      it('refuses a step that could exceed the maximum payout, and can still be cashed out', async () => {
        const small = await createPlayers(db, {
          KOI_CONFIG: configFile({ play: { maxStakeUsd: '100', maxPayoutUsd: '120' } }),
        })
        const answer = await small.play.bet(player.uid, bodyOf({ game: 'mines', stake: '100' }))
        if (answer.status !== 'open') throw new Error('It is over')
        const { gems } = await tilesOf()
        const next = (n: number) =>
          small.play.step(player.uid, answer.round.id, {
            type: 'step',
            key: randomUUID(),
            step: reveal(gems[n] ?? 0),
          })
        expect((await next(0)).status).toBe('open')
        await expect(next(1)).rejects.toMatchObject({ code: 'payout_too_large' })
        expect(settled((await cash(answer.round.id)).data)).toMatchObject({ payout: '112.5' })
      })

      it('with all steps in one request is an ordinary bet', async () => {
        const key = randomUUID()
        const params = { mines: 3, tiles: [0, 7, 11] }
        const answer = (await bet({ game: 'mines', key, params })).data
        const done = settled(answer)
        expect(done.params).toEqual({ mines: 3 })
        expect(done.steps).toEqual(params.tiles.slice(0, done.steps?.length).map(reveal))
        expect((await bet({ game: 'mines', key, params })).data).toEqual(answer)
        expect((await bet({ game: 'mines', key, params: { mines: 3 } })).code).toBe('key_reused')
        expect((await bet({ game: 'mines', key, params: { mines: 3, tiles: [1, 7] } })).code).toBe(
          'key_reused',
        )
        for (const tiles of [[], [1, 1], [25], 'x', Array.from({ length: 23 }, (_, n) => n)]) {
          expect((await bet({ game: 'mines', params: { mines: 3, tiles } })).code).toBe('bad_params')
        }
        const many = Array.from({ length: 22 }, (_, n) => n)
        const high = { game: 'mines', stake: '100', params: { mines: 3, tiles: many } }
        expect((await bet(high)).code).toBe('payout_too_large')
        expect((await receiptsOf()).map((each) => textOf(each).type)).toEqual(['bet'])
        expect(await verifyAll()).toBe(1)
      })

      it('continues in another process, step by step', async () => {
        const engines = [players.play, players.newEngine(await backend.openAnother())] as const
        const { id } = await open()
        const { gems } = await tilesOf()
        for (const [n, tile] of gems.slice(0, 6).entries()) {
          const engine = engines[n % 2] ?? players.play
          const answer = await engine.step(player.uid, id, {
            type: 'step',
            key: randomUUID(),
            step: reveal(tile),
          })
          expect(answer).toMatchObject({ round: { view: { opened: gems.slice(0, n + 1) } } })
        }
        await engines[1].step(player.uid, id, { type: 'cash-out', key: randomUUID() })
        // The first process remembers an open round, and must not refuse because of it.
        expect((await bet({ game: 'mines' })).data.status).toBe('open')
        expect(chainFault(await receiptsOf())).toBeNull()
      })

      it('ends once when a step, two cash-outs and the lapse come at once', async () => {
        const { id } = await open()
        const { gems } = await tilesOf()
        await step(id, reveal(gems[0] ?? 0))
        const before = await held()
        const answers = await Promise.all([cash(id), cash(id), step(id, reveal(gems[1] ?? 0))])
        expect(answers.filter(({ code }) => code === 'ok').length).toBeGreaterThanOrEqual(1)
        const { bet: done } = (await player.call(getBet, { params: { id } })).data
        expect(await held()).toBe(before + BigInt(Math.round(Number(done.payout) * 1e6)))
        await expectSound()
      })

      it.each([
        ['its current value', 1, '1.125'],
        ['the stake, when nothing was opened', 0, '1'],
      ])('without a step for a day is settled with %s', async (_, opened, payout) => {
        const { id } = await open()
        const key = randomUUID()
        const { gems } = await tilesOf()
        for (const tile of gems.slice(0, opened)) await step(id, reveal(tile), key)
        const services = { db, play: players.play, logger: createLogger('silent') }
        await players.wait(24 * HOUR_MS - 1)
        await lapseRounds(services, players.time.now)
        expect((await player.call(listRounds)).data.rounds).toHaveLength(1)
        await players.wait(2)
        expect(await lapseRounds(services, players.time.now)).toBeGreaterThanOrEqual(1)
        expect(await lapseRounds(services, players.time.now)).toBe(0)
        const { bet: done, receipts } = (await player.call(getBet, { params: { id } })).data
        expect(done).toMatchObject({ payout, endedBy: 'lapsed' })
        expect(textOf(receipts.at(-1) ?? { receipt: '{}', kid: '', signature: '' })).toMatchObject({
          type: 'settle',
          endedBy: 'lapsed',
          payout,
        })
        expect((await player.call(listRounds)).data.rounds).toEqual([])
        expect((await step(id, reveal(20))).code).toBe('round_settled')
        // A stake that was never at risk no longer counts for the player's limits.
        const hours = await db
          .selectFrom('play_hour')
          .select((eb) => [eb.fn.sum<string>('staked').as('staked'), eb.fn.sum<string>('paid').as('paid')])
          .where('account_id', '=', player.uid)
          .executeTakeFirstOrThrow()
        const counted = opened > 0 ? 1e8 : 0
        expect([Number(hours.staked), Number(hours.paid)]).toEqual([counted, counted * Number(payout)])
        await expectSound()
      })

      it('prevents its account from being closed', async () => {
        const { id } = await open()
        const close = () => player.call(closeAccount, { body: { password: PASSWORD, forfeitBalance: true } })
        expect((await close()).code).toBe('round_open')
        await step(id, reveal((await tilesOf()).mines[0] ?? 0))
        expect((await close()).code).toBe('ok')
        await expect(players.play.bet(player.uid, bodyOf())).rejects.toMatchObject({ code: 'unauthorized' })
        await expectSound()
      })
    })

    describe('the list', () => {
      it('shows pages of filtered bets, the newest first', async () => {
        for (let n = 0; n < 35; n++) await bet({ game: n % 5 === 0 ? 'limbo' : 'dice', stake: '0.1' })
        const pages: Bet[] = []
        for (let after: string | undefined; ;) {
          const { bets, next } = (
            await player.call(listBets, { query: after === undefined ? {} : { after } })
          ).data
          pages.push(...bets.filter(isSeededBet))
          if (next === null) break
          after = next
        }
        expect(pages.map(({ seeds }) => seeds.nonce)).toEqual(Array.from({ length: 35 }, (_, n) => 34 - n))
        const ask = async (query: Record<string, string>) =>
          (await player.call(listBets, { query })).data.bets
        expect(await ask({ game: 'limbo' })).toEqual(
          pages.filter(({ game }) => game === 'limbo').slice(0, 30),
        )
        const won = pages.filter(({ payout }) => Number(payout) > 0.1)
        expect(await ask({ result: 'won', limit: '200' })).toEqual(won)
        expect(await ask({ result: 'lost', limit: '200' })).toHaveLength(35 - won.length)
        expect(await ask({ minMultiplier: '1.99', limit: '200' })).toEqual(
          pages.filter(({ multiplier }) => multiplier >= 1.99),
        )
        expect(await ask({ coin: 'sol-solana' })).toEqual([])
        expect(await ask({ from: new Date(players.time.now + 1).toISOString() })).toEqual([])
        expect(await ask({ serverSeedHash: pages[0]?.seeds.serverSeedHash ?? '', limit: '200' })).toEqual(
          pages,
        )
        expect(await ask({ after: '1' })).toEqual([])
        expect((await (await newPlayer()).call(getBet, { params: { id: pages[0]?.id ?? '' } })).code).toBe(
          'not_found',
        )
      })
    })

    describe('at once', () => {
      it('of many players in two processes, a quarter sent twice: each once, in order, with its money', async () => {
        const engines = [players.play, players.newEngine(await backend.openAnother())]
        const crowd: Player[] = []
        // In small groups, because an overloaded server refuses requests.
        while (crowd.length < repeats(24, 64)) {
          crowd.push(...(await Promise.all(Array.from({ length: 8 }, () => newPlayer(100n)))))
        }
        const before = await Promise.all(crowd.map((one) => held(one)))
        const work = crowd.flatMap((one, index) =>
          Array.from({ length: 8 }, (_, n) => {
            const body = bodyOf({ game: games[(index + n) % games.length] ?? 'dice', stake: '0.1' })
            const planned = isRoundGame(body.game as PlayGame) && body.game === 'mines'
            const asked = planned ? { ...body, params: { ...body.params, tiles: [n, n + 1] } } : body
            return { one, asked, times: n % 4 === 0 ? 2 : 1 }
          }),
        )
        const answers = await Promise.all(
          work.flatMap(({ one, asked, times }, index) =>
            Array.from({ length: times }, (_, time) =>
              (engines[(index + time) % 2] ?? players.play)
                .bet(one.uid, asked)
                .then((answer) => ({ one, asked, answer })),
            ),
          ),
        )
        const byKey = new Map<string, string>()
        for (const each of answers) {
          if (each.answer.status !== 'settled') continue
          const { id } = each.answer.bet
          expect(byKey.get(each.asked.idempotencyKey) ?? id).toBe(id)
          byKey.set(each.asked.idempotencyKey, id)
        }
        const keys = await listReceiptKeys(db)
        for (const [index, one] of crowd.entries()) {
          const rows = await db.selectFrom('bet').selectAll().where('account_id', '=', one.uid).execute()
          const open = await db.selectFrom('round').selectAll().where('account_id', '=', one.uid).execute()
          const nonces = [...rows, ...open].map(({ nonce }) => Number(nonce)).sort((a, b) => a - b)
          expect(nonces).toEqual(Array.from({ length: 8 }, (_, n) => n))
          const paid = rows.reduce((sum, { payout }) => sum + BigInt(payout), 0n)
          expect(await held(one)).toBe((before[index] ?? 0n) - 800_000n + paid)
          const receipts = await receiptsOf(one)
          expect(chainFault(receipts)).toBeNull()
          expect(receipts.every((each) => isSigned(each, keys))).toBe(true)
          const row = await db
            .selectFrom('play_account')
            .selectAll()
            .where('account_id', '=', one.uid)
            .executeTakeFirstOrThrow()
          expect(row).toMatchObject({ nonce: 8, bets: '8', wagered: `${rows.length * 10_000_000}` })
        }
        await expectSound()
      }, 60_000)

      it('one that the database refuses does not affect others', async () => {
        const crowd = await Promise.all(Array.from({ length: 6 }, () => newPlayer()))
        const [broken] = crowd
        // Makes each bet of this player fail in the database.
        await sql`create function no_bet() returns trigger language plpgsql as
          $$ begin raise exception 'not this one'; end $$`.execute(db)
        await sql`create trigger no_bet before insert on bet for each row
          when (new.account_id = ${sql.lit(broken?.uid ?? 0)}) execute function no_bet()`.execute(db)
        try {
          const codes = (await Promise.all(crowd.map((one) => bet({}, one)))).map(({ code }) => code)
          expect(codes).toEqual(['internal', 'ok', 'ok', 'ok', 'ok', 'ok'])
        } finally {
          await sql`drop trigger no_bet on bet`.execute(db)
          await sql`drop function no_bet()`.execute(db)
        }
        if (broken) expect((await bet({}, broken)).data).toMatchObject({ bet: { seeds: { nonce: 0 } } })
        await expectSound()
      })
    })

    it.each(rounds)('can be finished in any game with rounds: %s', (game) => {
      expect(GAME_PARAMS[game].steps?.length).toBeGreaterThan(0)
    })

    it('bets, receipts and rounds are written only by play_post, and never changed', async () => {
      await bet()
      const { id } = await open()
      for (const statement of [
        sql`update bet set payout = 1 where account_id = ${player.uid}`,
        sql`delete from bet where account_id = ${player.uid}`,
        sql`update receipt set text = '' where account_id = ${player.uid}`,
        sql`delete from receipt where account_id = ${player.uid}`,
        sql`update round set stake = 1 where id = ${id}`,
        sql`delete from round where id = ${id}`,
        sql`update play_account set wagered = 0 where account_id = ${player.uid}`,
        sql`delete from play_account where account_id = ${player.uid}`,
        sql`insert into bet select * from bet where account_id = ${player.uid}`,
        sql`truncate receipt`,
      ]) {
        await expect(statement.execute(db)).rejects.toThrow(/append-only/)
      }
    })
  })
}
