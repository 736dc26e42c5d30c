import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeAccount, exportAccount, getUnclaimed } from '#contract/account.ts'
import { listMessages } from '#contract/messages.ts'
import { excludeSelf, takeTimeOut } from '#contract/responsible-play.ts'
import { CLAIM_EVERY_MS, claimReward, getRewards, getRewardTerms, type ClaimKind } from '#contract/rewards.ts'
import { listTransactions } from '#contract/transactions.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { toRefusal } from '#server/http/refusal-response.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { claimReward as claim } from '#server/rewards/claim-reward.ts'
import { tellOfGifts } from '#server/rewards/gift-messages.ts'
import { readRewardTerms } from '#server/rewards/reward-terms.ts'
import { faultsOf, giveMoney, takeMoney } from '../../support/books.ts'
import { configFile } from '../../support/config-file.ts'
import { CrashError, crashAfter } from '../../support/crashing-database.ts'
import { createPlayers, PASSWORD, type Player, type Players } from '../../support/players.ts'
import { beginPair } from '../../support/seed-pair.ts'
import type { TestBackend } from './test-backend.ts'

const COIN = 'usdt-tron'
const ONE = 1_000_000n
const AT_ONCE = 500

export function rewardsSuite(backend: TestBackend): void {
  describe('rewards', () => {
    let db: Database
    let players: Players
    let player: Player
    const told: (readonly [topic: string, news: unknown])[] = []

    beforeAll(async () => {
      db = await backend.fresh()
      const play = { minStakeUsd: '0.000001', maxStakeUsd: '10000000', maxPayoutUsd: '100000000' }
      players = await createPlayers(
        db,
        { KOI_CONFIG: configFile({ play }) },
        { publish: (topic, news) => void told.push([topic, news]) },
      )
    })
    beforeEach(async () => {
      player = await players.newPlayer()
      await beginPair(player)
      await giveMoney(db, { player: player.uid, coin: COIN, amount: 10_000n * ONE }, players.time.now)
    })

    /** A bet with an edge of 1%. */
    const play = (amount: bigint, of = player) =>
      players.play.bet(of.uid, {
        idempotencyKey: randomUUID(),
        game: 'limbo',
        coin: COIN,
        stake: toDecimal(amount, 6),
        params: { target: 200 },
      })
    const rewards = async () => (await player.call(getRewards)).data
    const ask = (kind: ClaimKind, idempotencyKey: string = randomUUID()) =>
      player.call(claimReward, { body: { kind, idempotencyKey } })
    const held = async () =>
      (await balancesOf(db, player.uid)).find(({ coin }) => coin === COIN)?.available ?? 0n
    const services = (on = db) => ({
      db: on,
      clock: players.services.clock,
      config: players.services.config.rewards,
    })

    it('are paid by rates that everybody can read, with their sum', async () => {
      const terms = await readRewardTerms(db, players.services.config.rewards)
      expect((await players.call(getRewardTerms)).data).toEqual(terms)
      expect(terms).toMatchObject({ rakebackBps: 500, rakebackMostBps: 1_000, releaseBps: 2_000, coin: COIN })
      expect([terms.sumBps, terms.mostBps]).toEqual([6_000, 6_000])
    })

    it('grow with each bet, and come to the balance with one claim', async () => {
      expect((await ask('rakeback')).code).toBe('nothing_to_claim')
      await play(10n * ONE)
      expect((await rewards()).rakeback).toMatchObject({ edgeUsd: '0.1', shareBps: 500, amount: '0.005' })
      await play(30n * ONE)
      expect((await rewards()).rakeback).toMatchObject({ edgeUsd: '0.4', amount: '0.02', nextAt: null })
      const before = await held()
      told.length = 0
      const paid = (await ask('rakeback')).data
      expect(paid.claim).toMatchObject({
        coin: COIN,
        amount: '0.02',
        edgeUsd: '0.4',
        shareBps: 500,
        level: 1,
      })
      expect([paid.available, await held()]).toEqual([toDecimal(before + 20_000n, 6), before + 20_000n])
      expect(told).toEqual([['balances', [player.uid]]])
      const { rakeback, claims } = await rewards()
      expect(rakeback).toMatchObject({ edgeUsd: '0', amount: '0' })
      expect(claims).toEqual([paid.claim])
      const [last] = (await player.call(listTransactions)).data.transactions
      expect(last).toMatchObject({ group: 'reward', movement: 'rakeback', amount: '0.02' })
    })

    it('are told again to the same request, and can be claimed once in ten seconds', async () => {
      await play(10n * ONE)
      const key = randomUUID()
      const first = (await ask('rakeback', key)).data
      await play(10n * ONE)
      expect((await ask('rakeback', key)).data.claim).toEqual(first.claim)
      expect((await ask('level-gift', key)).code).toBe('key_reused')
      await players.wait(CLAIM_EVERY_MS - 1_500)
      const early = await players.app.request('/api/user/rewards/claims', {
        method: 'POST',
        headers: { ...player.headers, 'access-token': player.token, 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'rakeback', idempotencyKey: randomUUID() }),
      })
      expect([early.status, await early.json()]).toEqual([
        429,
        expect.objectContaining({ code: 'rate_limited', retryAfterS: 2 }),
      ])
      await players.wait(1_500)
      expect((await ask('rakeback')).data.claim.amount).toBe('0.005')
      expect((await ask('rakeback', key)).data.claim).toEqual(first.claim)
    })

    it('rise with the level, which has a gift of its own', async () => {
      await play(79n * ONE)
      expect((await rewards()).levelGift).toMatchObject({ level: null, amount: '0.0395' })
      expect((await ask('level-gift')).code).toBe('nothing_to_claim')
      await play(ONE)
      expect(await rewards()).toMatchObject({
        level: 2,
        rakeback: { shareBps: 525, amount: '0.042' },
        levelGift: { level: 2, shareBps: 500, edgeUsd: '0.8', amount: '0.04' },
      })
      expect((await ask('level-gift')).data.claim).toMatchObject({ amount: '0.04', level: 2 })
      await play(100n * ONE)
      await players.wait(CLAIM_EVERY_MS)
      expect((await ask('level-gift')).code).toBe('nothing_to_claim')
      // LV.4 and LV.5 at once are one gift.
      await play(1_200n * ONE)
      expect((await ask('level-gift')).data.claim).toMatchObject({ amount: '0.65', level: 5 })
    })

    it('send a message when a level gift is ready: once, and not in a break', async () => {
      const tell = () => tellOfGifts(db, players.services.config.rewards, players.time.now)
      const inbox = async () =>
        (await player.call(listMessages)).data.messages.flatMap(({ content }) =>
          content.kind === 'level-gift' ? content : [],
        )
      await tell()
      await play(79n * ONE)
      expect(await tell()).toBe(0)
      await play(ONE)
      await player.call(takeTimeOut, { body: { hours: 24 } })
      expect(await tell()).toBe(0)
      await players.wait(24 * 60 * 60_000)
      expect([await tell(), await tell()]).toEqual([1, 0])
      expect(await inbox()).toEqual([{ kind: 'level-gift', level: 2, coin: COIN, amount: '0.04' }])
      await play(300n * ONE)
      expect(await tell()).toBe(0)
      await ask('level-gift')
      expect(await tell()).toBe(0)
      await play(400n * ONE)
      expect(await tell()).toBe(1)
      expect(await inbox()).toMatchObject([{ level: 4 }, { level: 2 }])
    })

    it('are the player’s during a break', async () => {
      await play(100n * ONE)
      await player.call(takeTimeOut, { body: { hours: 24 } })
      expect((await ask('rakeback')).data.claim.amount).toBe('0.0525')
      await player.call(excludeSelf, { body: { months: 6, password: PASSWORD } })
      expect((await ask('level-gift')).data.claim.amount).toBe('0.05')
    })

    it('end with the account, and are in its export', async () => {
      await play(100n * ONE)
      const { claim: paid } = (await ask('rakeback')).data
      const data = (await player.call(exportAccount, { body: { password: PASSWORD } })).data
      expect(data['rewards']).toMatchObject([{ kind: 'rakeback', coin: COIN, amount: '52500', at: paid.at }])
      const lost = (await player.call(getUnclaimed)).data
      expect(lost).toEqual({
        coin: COIN,
        rakeback: '0',
        levelGift: '0.05',
        referral: '0',
        wheel: '0.05',
        freeRounds: 0,
      })
      // Without a balance, the gift alone keeps the account open.
      await takeMoney(db, { player: player.uid, coin: COIN, amount: await held() }, players.time.now)
      const close = (forfeitBalance: boolean) =>
        player.call(closeAccount, { body: { password: PASSWORD, forfeitBalance } })
      expect((await close(false)).code).toBe('balance_left')
      expect((await close(true)).code).toBe('ok')
      expect((await ask('level-gift')).status).toBe(401)
      const late = claim(services(), { player: player.uid, kind: 'level-gift', key: randomUUID() })
      await expect(late).rejects.toMatchObject({ code: 'unauthorized' })
    })

    it(`are paid once to ${AT_ONCE} claims at once, of two processes`, { timeout: 120_000 }, async () => {
      await play(100n * ONE)
      const before = await held()
      const both = [services(), services(await backend.openAnother())]
      const answers = await Promise.allSettled(
        Array.from({ length: AT_ONCE }, (_, n) =>
          claim(both[n % 2] ?? services(), { player: player.uid, kind: 'rakeback', key: randomUUID() }),
        ),
      )
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const codes = answers.flatMap((answer) => ('reason' in answer ? toRefusal(answer.reason).code : []))
      // Without the queue of its player's calls, a claim may wait for the account for longer than the database allows.
      expect(codes.filter((code) => code !== 'rate_limited' && code !== 'unavailable')).toEqual([])
      expect(codes).toContain('rate_limited')
      expect(await held()).toBe(before + 52_500n)
    })

    it('are paid once, wherever the process dies', async () => {
      await play(100n * ONE)
      const before = await held()
      const asked = { player: player.uid, kind: 'rakeback', key: randomUUID() } as const
      let deaths = 0
      for (let statements = 0; ; statements++) {
        try {
          await claim(services(crashAfter(db, statements)), asked)
          break
        } catch (error) {
          if (!(error instanceof CrashError)) throw error
          deaths += 1
          expect(await held()).toBe(before)
        }
      }
      expect(deaths).toBeGreaterThan(4)
      expect(await held()).toBe(before + 52_500n)
      expect((await claim(services(), asked)).claim.amount).toBe('0.0525')
      expect(await held()).toBe(before + 52_500n)
    })

    it('agree with the books', async () => {
      expect(await faultsOf(db)).toEqual([])
    })
  })
}
