import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DataOf } from '#contract/endpoint.ts'
import type { listMessages } from '#contract/messages.ts'
import type { getReferral, listFriends } from '#contract/referral.ts'
import { reconcileView } from '#server/books/reconcile.ts'
import { readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { emailWay, keepWay } from '#server/responsible-play/player-ways.ts'
import { claimReferral } from '#server/rewards/claim-referral.ts'
import { TERMS } from '../../support/books.ts'
import { untilAnswered } from '../../support/until-answered.ts'
import { makeAccountApp, PASSWORD, type Answer } from './account-app.ts'
import { withForgery, prepareForgeries } from './books.suite.ts'
import type { TestBackend } from './test-backend.ts'

type App = Awaited<ReturnType<typeof makeAccountApp>>

const USDT = 'usdt-tron'
const WAIT_MS = 11_000
const CONFIG = readConfig({}).rewards
const ADDRESS = 'TQrY8tryqsYVCYS3MFbtffiPp2ccyn4STm'

interface Member {
  readonly uid: number
  readonly email: string
  readonly token: string
  readonly device: string
  readonly code: string
}

export function referralSuite(backend: TestBackend): void {
  describe('referral', () => {
    let db: Database
    let koi: App
    let inviter: Member
    let n = 0

    beforeAll(async () => {
      db = await backend.fresh()
      koi = await makeAccountApp(db)
      await prepareForgeries(db)
    })
    beforeEach(async () => {
      koi.time.now += WAIT_MS
      inviter = await join()
    })

    /** Players with seeds. */
    const begun = new Set<number>()
    const newDevice = () => randomBytes(32).toString('hex')

    async function join({
      by,
      device = newDevice(),
      nickname = '',
    }: { by?: Member; device?: string; nickname?: string } = {}): Promise<Member> {
      const email = `referral${++n}@koi.example`
      const more = { nickname, ...(by && { referralCode: by.code }) }
      const token = await koi.register(email, more, `10.9.${n >> 8}.${n & 255}`, device)
      const { id: uid, referral_code: code } = await db
        .selectFrom('account')
        .select(['id', 'referral_code'])
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      return { uid, email, token, device, code }
    }

    async function get<T>(of: Member, path: string): Promise<T> {
      return (await koi.call('GET', path, { token: of.token })).data as unknown as T
    }
    const referral = (of = inviter) => get<DataOf<typeof getReferral>>(of, '/user/referral')
    const friends = async (of = inviter) =>
      (await get<DataOf<typeof listFriends>>(of, '/user/referral/friends')).friends
    const claim = async (of = inviter): Promise<Answer> => {
      koi.time.now += WAIT_MS
      return koi.call('POST', '/user/referral/claim', { token: of.token, body: {} })
    }
    const held = async (of = inviter) =>
      (await balancesOf(db, of.uid)).find(({ coin }) => coin === USDT)?.available ?? 0n

    /** Each bet of 100 USDT has an edge of 1.01 dollars: Dice has 10,001 outcomes. */
    async function play({ uid, token }: Member, bets = 1): Promise<void> {
      if (!begun.has(uid)) {
        const { nextServerSeedHash } = (await koi.call('GET', '/seeds', { token })).data
        await koi.call('POST', '/seeds', { token, body: { clientSeed: 'mine', nextServerSeedHash } })
        begun.add(uid)
      }
      for (let bet = 0; bet < bets; bet++) {
        const body = {
          idempotencyKey: randomUUID(),
          game: 'dice',
          coin: USDT,
          stake: '100',
          params: { side: 'over', target: 4_999 },
        }
        const answer = await koi.call('POST', '/bets', { token, body })
        expect(answer.code).toBeUndefined()
      }
    }

    async function withdrawTo({ uid }: Member, address: string): Promise<void> {
      const at = new Date(koi.time.now)
      await db
        .insertInto('withdrawal')
        .values({
          account_id: uid,
          idempotency_key: randomUUID(),
          coin: USDT,
          chain: 'tron-practice',
          address,
          amount: '2000000',
          fee: '1000000',
          status: 'cancelled',
          reason: null,
          seal: null,
          requested_at: at,
          approved_at: null,
          approval: null,
          claimed_by: null,
          claimed_until: null,
          signed_at: null,
          broadcast_at: null,
          settled_at: at,
          updated_at: at,
        })
        .execute()
    }

    const verdictOf = (friend: Member) =>
      db
        .selectFrom('referral')
        .select(['reason', 'linked_to'])
        .where('friend_id', '=', friend.uid)
        .executeTakeFirstOrThrow()

    it('pays a tenth of the house edge of friends, once, and says for what', async () => {
      const [one, two] = [await join({ by: inviter, nickname: 'Kaisa' }), await join({ by: inviter })]
      await play(one, 3)
      await play(two)
      expect(await referral()).toMatchObject({
        code: inviter.code,
        friends: 2,
        edgeUsd: '4.04',
        claimable: '0.404',
        claimed: '0',
      })
      const before = await held()
      expect((await claim()).data).toMatchObject({
        amount: '0.404',
        referral: { claimable: '0', claimed: '0.404', edgeUsd: '0' },
      })
      expect((await held()) - before).toBe(404_000n)
      expect((await claim()).data).toMatchObject({ amount: '0' })
      await play(two)
      expect((await claim()).data).toMatchObject({ amount: '0.101' })
      expect(await friends()).toEqual([
        expect.objectContaining({ number: 2, name: null, claimedUsd: '0.202' }),
        expect.objectContaining({ number: 1, name: 'Ka…', claimedUsd: '0.303' }),
      ])
    })

    it('tells of the first friend, and of no other one', async () => {
      await join({ by: inviter, nickname: 'Kaisa' })
      await join({ by: inviter, nickname: 'Mika' })
      const { messages } = await get<DataOf<typeof listMessages>>(inviter, '/user/messages')
      const told = messages.map(({ content }) => content).filter(({ kind }) => kind === 'friend-joined')
      expect(told).toEqual([{ kind: 'friend-joined', name: 'Ka…' }])
    })

    it('pays 500 claims at once on two processes once', async () => {
      const friend = await join({ by: inviter })
      await play(friend, 2)
      const other = await backend.openAnother()
      const before = await held()
      const paid: bigint[] = []
      let left = 500
      // A server takes so many calls at a time.
      const work = async (on: Database) => {
        while (left-- > 0) {
          const claimed = { player: inviter.uid, config: CONFIG, now: koi.time.now }
          paid.push(await untilAnswered(() => claimReferral(on, claimed)))
        }
      }
      await Promise.all(Array.from({ length: 60 }, (_, nth) => work(nth % 2 === 0 ? db : other)))
      expect(paid).toHaveLength(500)
      expect(paid.filter((amount) => amount > 0n)).toEqual([202_000n])
      expect((await held()) - before).toBe(202_000n)
    }, 120_000)

    it('takes one claim in ten seconds', async () => {
      const friend = await join({ by: inviter })
      await play(friend)
      expect((await claim()).status).toBe(200)
      const again = await koi.call('POST', '/user/referral/claim', { token: inviter.token, body: {} })
      expect(again).toMatchObject({ code: 'rate_limited', retryAfterS: 10 })
    })

    it('pays nothing for a friend on the same device, also after that account is closed', async () => {
      const friend = await join({ by: inviter })
      await play(friend, 2)
      // The inviter logs in there, and the friend closes the account before anything is claimed.
      await koi.logIn(inviter.email, PASSWORD, { device: friend.device })
      const proof = { password: PASSWORD, forfeitBalance: true }
      const closed = await koi.call('POST', '/user/close', { token: friend.token, body: proof })
      expect(closed.status).toBe(200)
      expect((await claim()).data).toMatchObject({ amount: '0' })
      expect(await verdictOf(friend)).toEqual({ reason: 'device', linked_to: inviter.uid })
    })

    it('pays for a friend who has closed the account, up to then', async () => {
      const friend = await join({ by: inviter })
      await play(friend)
      await koi.call('POST', '/user/close', {
        token: friend.token,
        body: { password: PASSWORD, forfeitBalance: true },
      })
      expect((await claim()).data).toMatchObject({ amount: '0.101' })
    })

    it('pays nothing for a friend who has had the same mailbox', async () => {
      const friend = await join({ by: inviter })
      await play(friend)
      const { secrets } = koi.services
      await keepWay(db, friend.uid, emailWay(secrets, 'k.a.i+2@gmail.com'))
      await keepWay(db, inviter.uid, emailWay(secrets, 'kai@googlemail.com'))
      expect((await claim()).data).toMatchObject({ amount: '0' })
      expect(await verdictOf(friend)).toMatchObject({ reason: 'mailbox' })
    })

    it('pays nothing for a friend who withdraws to the same address, for good', async () => {
      const friend = await join({ by: inviter })
      await play(friend)
      await withdrawTo(inviter, ADDRESS)
      await withdrawTo(friend, ADDRESS)
      // Nothing that would be refused is shown as claimable, and the list does not tell that the two share something.
      const idle = await join({ by: inviter })
      const listed = await friends()
      expect(await referral()).toMatchObject({ claimable: '0', friends: 2 })
      expect((await claim()).data).toMatchObject({ amount: '0' })
      expect(await verdictOf(friend)).toEqual({ reason: 'address', linked_to: inviter.uid })
      expect(await verdictOf(idle)).toMatchObject({ reason: null })
      expect(await friends()).toEqual(listed)
      const [ofIdle, ofLinked] = listed.map(({ number: _, since: __, ...said }) => said)
      expect(ofLinked).toEqual(ofIdle)
      await expect(
        db.updateTable('referral').set({ reason: null }).where('friend_id', '=', friend.uid).execute(),
      ).rejects.toThrow(/append-only/)
    })

    it('pays nothing in a ring of three', async () => {
      const third = await join()
      const friend = await join({ by: inviter })
      await play(friend)
      // The third account shares a device with the inviter, and a mailbox with the friend.
      await koi.logIn(third.email, PASSWORD, { device: inviter.device })
      for (const { uid } of [third, friend]) {
        await keepWay(db, uid, emailWay(koi.services.secrets, `ring${n}@koi.example`))
      }
      expect((await claim()).data).toMatchObject({ amount: '0' })
      expect(await verdictOf(friend)).toEqual({ reason: 'mailbox', linked_to: third.uid })
    })

    it('pays nothing in a ring whose third account was closed before the claim', async () => {
      const [third, friend] = [await join(), await join({ by: inviter })]
      await play(friend)
      for (const device of [inviter.device, friend.device]) {
        await koi.logIn(third.email, PASSWORD, { device })
      }
      const body = { password: PASSWORD, forfeitBalance: true }
      expect((await koi.call('POST', '/user/close', { token: third.token, body })).status).toBe(200)
      expect((await claim()).data).toMatchObject({ amount: '0' })
      expect(await verdictOf(friend)).toEqual({ reason: 'device', linked_to: third.uid })
    })

    it('lets no stranger part two players by paying to the addresses of both', async () => {
      const friend = await join({ by: inviter })
      await play(friend)
      const stranger = await join()
      const [mine, theirs] = [ADDRESS.replace('m', '1'), ADDRESS.replace('m', '2')]
      await withdrawTo(inviter, mine)
      await withdrawTo(friend, theirs)
      for (const address of [mine, theirs]) await withdrawTo(stranger, address)
      expect((await claim()).data).toMatchObject({ amount: '0.101' })
    })

    it('is judged at once where an account is opened on the device of the inviter', async () => {
      const self = await join({ by: inviter, device: inviter.device })
      expect(await verdictOf(self)).toEqual({ reason: 'device', linked_to: inviter.uid })
      // The inviter is told of an account that counts and of one that does not, alike.
      const { messages } = await get<DataOf<typeof listMessages>>(inviter, '/user/messages')
      expect(messages.map(({ content }) => content.kind)).toContain('friend-joined')
    })

    it('agrees with the books, which find a forgery of each part', async () => {
      const friend = await join({ by: inviter })
      await play(friend, 2)
      await claim()
      const about = ({ where }: { readonly where: string }) => where.includes(`player ${inviter.uid}`)
      const faults = async (trx: Database) =>
        (await reconcileView(trx, TERMS)).faults.filter(about).map(({ kind }) => kind)
      expect(await db.transaction().execute(faults)).toEqual([])
      const of = `where account_id = ${inviter.uid}`
      const forgeries = [
        [`update referral set edge_paid = edge_paid - 1 ${of}`, 'reward_edge_differs'],
        [`update referral set earned = earned + 1 ${of}`, 'reward_edge_differs'],
        [`update reward set data = jsonb_set(data, '{friends,0,from}', '"5"') ${of}`, 'reward_edge_differs'],
        [`update reward set share_bps = 2000 ${of}`, 'reward_amount_differs'],
        [`update account set invited_by = null where id = ${friend.uid}`, 'referral_differs'],
      ] as const
      for (const [statement, kind] of forgeries) {
        const found = await withForgery(db, { at: koi.time.now }, ({ run }) => run(statement), faults)
        expect([statement, found.includes(kind)]).toEqual([statement, true])
      }
    })

    it('pays during a break', async () => {
      const friend = await join({ by: inviter })
      await play(friend)
      await koi.call('POST', '/user/time-out', { token: inviter.token, body: { hours: 24 } })
      expect((await claim()).data).toMatchObject({ amount: '0.101' })
    })
  })
}
