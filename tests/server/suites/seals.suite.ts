import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { placeBet, takeStep } from '#contract/play.ts'
import { getSeal, getSealedBalance, getSealsOfBet, listSeals } from '#contract/seal.ts'
import { parseReceipt } from '#fair/receipt.ts'
import { dayAfter, followSeals, parseSeal, verifySeal } from '#fair/seal.ts'
import { checkSealedBalance, checkSealedReceipts } from '#fair/seal-proofs.ts'
import type { Database } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { createReceiptKeys, listReceiptKeys } from '#server/play/receipt-keys.ts'
import { HASHES, readPath, RECEIPTS_TREE } from '#server/seal/leaf-store.ts'
import { sealNextDay, type SealServices } from '#server/seal/seal-day.ts'
import { verifyWithNode } from '../../fair/receipt-house.ts'
import { giveMoney } from '../../support/books.ts'
import { createPlayers, type Player, type Players } from '../../support/players.ts'
import { beginPair } from '../../support/seed-pair.ts'
import type { TestBackend } from './test-backend.ts'

const USDT = 1_000_000n
const COIN = 'usdt-tron'
const DAY = '2026-06-01'
const DICE = { side: 'over', target: 5_050 }

export function sealsSuite(backend: TestBackend): void {
  describe('daily seals', () => {
    let db: Database
    let players: Players
    const opened: Players[] = []

    beforeEach(async () => {
      db = await backend.fresh()
      players = await createPlayers(db)
      opened.push(players)
    })
    afterAll(async () => {
      for (const each of opened) await each.play.close()
    })

    const newPlayer = async (usdt = 1_000n) => {
      const one = await players.newPlayer()
      await giveMoney(db, { player: one.uid, coin: COIN, amount: usdt * USDT }, players.time.now)
      await beginPair(one)
      return one
    }
    const bet = async (of: Player, game = 'dice', params: Record<string, unknown> = DICE) => {
      const body = { idempotencyKey: randomUUID(), game, coin: COIN, stake: '1', params }
      const { data } = await of.call(placeBet, { body })
      players.time.now += 1_000
      return data.status === 'settled' ? data.bet.id : data.round.id
    }
    const servicesOn = (on: Database): SealServices => {
      const { secrets, clock } = players.services
      return {
        db: on,
        secrets,
        clock,
        keys: createReceiptKeys({ db: on, secrets, clock }),
        build: { version: '1.0.0', files: null },
        readCrashRounds: async () => ['{"game":1}', '{"game":2}'],
      }
    }
    const seal = () => sealNextDay(servicesOn(db))
    const at = (moment: string) => void (players.time.now = Date.parse(moment))
    const verified = async (day: string) => {
      const { data } = await players.call(getSeal, { params: { day } })
      return verifySeal(data, await listReceiptKeys(db), verifyWithNode)
    }
    const proofsOf = async (of: Player, id: string) => (await of.call(getSealsOfBet, { params: { id } })).data

    it('contain every receipt of the day, and prove each to its player only', async () => {
      const [one, other] = [await newPlayer(), await newPlayer()]
      const ids = [await bet(one), await bet(one), await bet(other)]
      expect((await proofsOf(one, ids[0] ?? '')).waiting).toHaveLength(1)
      at('2026-06-02T00:04:59Z')
      expect(await seal()).toBeNull()
      at('2026-06-02T00:05:00Z')
      expect(await seal()).toBe(DAY)
      expect(await seal()).toBeNull()

      const sealed = await verified(DAY)
      expect(sealed.receipts.count).toBe(3)
      expect(sealed.crash.rounds).toBe(2)
      for (const [index, of] of [one, one, other].entries()) {
        const proofs = await proofsOf(of, ids[index] ?? '')
        expect([proofs.waiting, proofs.sealedReceipts.length]).toEqual([[], 1])
        for (const each of proofs.sealedReceipts) checkSealedReceipts(sealed, each)
        expect(proofs.sealedReceipts[0]?.receipts).toEqual(
          proofs.receipts.map(({ receipt }) => parseReceipt(receipt).hash),
        )
      }
      const foreign = await other.call(getSealsOfBet, { params: { id: ids[0] ?? '' } })
      expect([foreign.status, foreign.code]).toEqual([404, 'not_found'])
    })

    it('count what each player is owed, equal to the ledger', async () => {
      const [rich, poor, empty] = [await newPlayer(5_000n), await newPlayer(1n), await players.newPlayer()]
      await bet(rich)
      at('2026-06-02T00:10:00Z')
      await seal()
      const sealed = await verified(DAY)
      const coin = sealed.coins.find((each) => each.coin === COIN)
      expect(coin?.leaves).toBe(4)
      let total = 0n
      for (const of of [rich, poor]) {
        const { data } = await of.call(getSealedBalance, { params: { day: DAY } })
        const [proof, ...others] = data.sealedBalances
        expect(others).toEqual([])
        const balance = proof ? checkSealedBalance(sealed, proof) : null
        const held = (await balancesOf(db, of.uid)).find((each) => each.coin === COIN)
        expect(balance).toBe((held?.available ?? 0n) + (held?.locked ?? 0n) + (held?.pending ?? 0n))
        total += balance ?? 0n
        // A path shows sums of other players, and no names.
        const named = JSON.stringify(proof?.pieces.map(({ path }) => path))
        expect(named).not.toContain('player')
      }
      expect(coin?.total).toBe(total)
      expect((await empty.call(getSealedBalance, { params: { day: DAY } })).data.sealedBalances).toEqual([])
      const before = await rich.call(getSealedBalance, { params: { day: '2026-05-31' } })
      expect(before.status).toBe(404)
    })

    it("follow each other, also on an empty day, and continue each player's chain", async () => {
      const one = await newPlayer()
      await bet(one)
      at('2026-06-03T10:00:00Z')
      const second = await bet(one)
      at('2026-06-04T00:06:00Z')
      expect([await seal(), await seal(), await seal(), await seal()]).toEqual([
        DAY,
        '2026-06-02',
        '2026-06-03',
        null,
      ])
      const { data } = await players.call(listSeals)
      const seals = data.seals.map(({ seal: text }) => parseSeal(text))
      expect(seals.map(({ receipts }) => receipts.count)).toEqual([1, 0, 1])
      expect(followSeals(seals)).toEqual([])
      expect((await proofsOf(one, second)).sealedReceipts).toMatchObject([{ day: '2026-06-03', first: 0 }])
      const older = await players.call(listSeals, { query: { after: '2026-06-02' } })
      expect(older.data).toMatchObject({ seals: [{ day: DAY }], next: null })
    })

    it('put a receipt that was written too late into the next seal', async () => {
      const one = await newPlayer()
      await bet(one)
      at('2026-06-02T00:06:00Z')
      await seal()
      // Planned before midnight by a suspended process, and written only now.
      at('2026-06-01T23:59:59Z')
      const late = await bet(one)
      at('2026-06-02T12:00:00Z')
      const next = await bet(one)
      at('2026-06-03T00:06:00Z')
      await seal()
      const sealed = await verified('2026-06-02')
      expect(sealed.receipts.count).toBe(2)
      for (const id of [late, next]) {
        const { sealedReceipts } = await proofsOf(one, id)
        expect(sealedReceipts).toHaveLength(1)
        for (const each of sealedReceipts) checkSealedReceipts(sealed, each)
      }
    })

    it('put receipts dated by a fast clock into the next day with the one after it, and nothing twice', async () => {
      const one = await newPlayer()
      await bet(one)
      at('2026-06-02T00:00:00Z')
      await bet(one)
      at('2026-06-01T23:59:58Z')
      await bet(one)
      at('2026-06-02T00:00:03Z')
      await bet(one)
      at('2026-06-02T00:06:00Z')
      await seal()
      at('2026-06-03T00:06:00Z')
      await seal()
      expect((await verified(DAY)).receipts.count).toBe(3)
      expect((await verified('2026-06-02')).receipts.count).toBe(1)
    })

    it('are finished after a kill, with each receipt once, and signed once by parallel processes', async () => {
      const some = [await newPlayer(), await newPlayer(), await newPlayer()]
      for (const of of [...some, ...some]) await bet(of)
      at('2026-06-02T00:06:00Z')
      // Killed while the ledger was added up: the receipts are in, and nothing is signed.
      const killed = { ...servicesOn(db), readCrashRounds: () => Promise.reject(new Error('killed')) }
      await expect(sealNextDay(killed)).rejects.toThrow('killed')
      expect((await players.call(getSeal, { params: { day: DAY } })).status).toBe(404)
      // A late bet of the day, while nobody was sealing.
      at('2026-06-01T23:59:59Z')
      const late = await bet(some[0] as Player)
      at('2026-06-02T00:07:00Z')
      const another = await backend.openAnother()
      const tries = await Promise.allSettled([
        seal(),
        sealNextDay(servicesOn(another)),
        sealNextDay(servicesOn(another)),
      ])
      expect(tries.some(({ status }) => status === 'fulfilled')).toBe(true)
      const sealed = await verified(DAY)
      expect(sealed.receipts.count).toBe(6)
      const { rows } = await sql<{ sealed: string }>`
        select sum(last_sequence - first_sequence + 1) as sealed from seal_range`.execute(db)
      expect(Number(rows[0]?.sealed)).toBe(6)
      expect((await proofsOf(some[0] as Player, late)).waiting).toHaveLength(1)
      at('2026-06-03T00:06:00Z')
      await seal()
      expect((await proofsOf(some[0] as Player, late)).waiting).toEqual([])
    })

    it('continue after the last page of a large tree, and prove each place in it', async () => {
      const some = [await newPlayer(), await newPlayer(), await newPlayer()]
      const many = 3_100
      await db.transaction().execute(async (trx) => {
        await sql`set local koi.writes_play = 'yes'`.execute(trx)
        await sql`
          insert into receipt (bucket, account_id, sequence, bet_id, text, kid, signature)
          select bucket, account_id, n, n, '{"arrived":{"at":1},"at":"' || ${DAY}::text || 'T12:00:00.000Z","n":' || n || '}',
            'k', decode(repeat('00', 64), 'hex')
          from play_account cross join generate_series(1, ${many}::integer) n`.execute(trx)
        await sql`update play_account set receipts = ${many}`.execute(trx)
      })
      at('2026-06-02T00:06:00Z')
      let transactions = 0
      const dying = new Proxy(db, {
        get(target, name) {
          if (name === 'transaction' && ++transactions === 2) throw new Error('killed')
          const value: unknown = Reflect.get(target, name)
          return typeof value === 'function' ? (value.bind(target) as unknown) : value
        },
      })
      await expect(sealNextDay(servicesOn(dying))).rejects.toThrow('killed')
      const half = await db.selectFrom('seal').select('receipts').executeTakeFirstOrThrow()
      expect(Number(half.receipts)).toBe(8_192)
      await seal()
      const sealed = await verified(DAY)
      const size = some.length * many
      expect(sealed.receipts.count).toBe(size)

      const { rows } = await sql<{ hash: Uint8Array }>`
        select sha256(convert_to(text, 'UTF8')) as hash from receipt order by bucket, account_id, sequence`.execute(
        db,
      )
      const hashes = rows.map(({ hash }) => Buffer.from(hash).toString('hex'))
      const place = { day: DAY, tree: RECEIPTS_TREE }
      for (const [first, count] of [
        ...[0, 1_023, 1_024, 4_096, 8_191, 8_192, 9_215, 9_216, size - 1].map((leaf) => [leaf, 1] as const),
        [1_000, 50],
        [0, size],
        [many, many],
      ] as const) {
        const path = await readPath(db, place, HASHES, { size, range: { first, count } })
        const proof = { day: DAY, first, receipts: hashes.slice(first, first + count) }
        checkSealedReceipts(sealed, { ...proof, path: path.map((node) => Buffer.from(node).toString('hex')) })
      }
    })

    it('prove all receipts of a round of several steps', async () => {
      const one = await newPlayer()
      const id = await bet(one, 'hilo', {})
      for (let step = 0; step < 3; step += 1) {
        await one.call(takeStep, {
          params: { id },
          body: { idempotencyKey: randomUUID(), step: { type: 'skip' } },
        })
        if (step === 0) await bet(one)
      }
      at('2026-06-02T00:06:00Z')
      await seal()
      const sealed = await verified(DAY)
      const { sealedReceipts, receipts } = await proofsOf(one, id)
      for (const each of sealedReceipts) checkSealedReceipts(sealed, each)
      expect(receipts).toHaveLength(4)
      expect(sealedReceipts.flatMap(({ receipts: hashes }) => hashes)).toHaveLength(4)
    })

    it('are never changed or deleted, and each day has one', async () => {
      await bet(await newPlayer())
      at('2026-06-02T00:06:00Z')
      await seal()
      for (const statement of [
        sql`update seal set text = '{}'`,
        sql`delete from seal`,
        sql`truncate seal`,
        sql`update seal_leaves set root = ''`,
        sql`delete from seal_range`,
        sql`update seal_balance set balance = 1`,
      ]) {
        await expect(statement.execute(db)).rejects.toThrow()
      }
      await sql`insert into seal (day) values ('2026-06-02')`.execute(db)
      await expect(sql`insert into seal (day) values ('2026-06-03')`.execute(db)).rejects.toThrow()
    })

    it('are not signed again after somebody has erased the newest', async () => {
      await bet(await newPlayer())
      at('2026-06-02T00:06:00Z')
      await seal()
      await db.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        await sql`update seal set text = null, at = null, kid = null, signature = null, secret = null`.execute(
          trx,
        )
        // The holders of then hold nothing now.
        await sql`delete from seal_balance`.execute(trx)
        await sql`update ledger_account set balance = 0`.execute(trx)
      })
      await expect(seal()).rejects.toThrow(/was signed before/)
    })

    it('begin with the first receipt of a house that is older than seals', async () => {
      const one = await newPlayer()
      await bet(one)
      at('2026-06-05T12:00:00Z')
      expect(await seal()).toBe(DAY)
      expect(parseSeal((await players.call(getSeal, { params: { day: DAY } })).data.seal).prev).toBe(
        '0'.repeat(64),
      )
      expect(await seal()).toBe(dayAfter(DAY))
    })
  })
}
