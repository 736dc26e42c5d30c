import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  beginWithdrawalVote,
  getWithdrawalToReview,
  voteOnWithdrawal,
  type Decision,
} from '#contract/operator/withdrawals.ts'
import type { SignerContext } from '#server/signer/signer-context.ts'
import { carryOutVotes } from '#server/signer/votes.ts'
import { votesNeeded } from '#server/signer/votes-needed.ts'
import { listTrusted, trust } from '#server/signer/trust.command.ts'
import { openOperatorWorld, type OperatorWorld, type TestOperator } from '../../support/operator-world.ts'
import type { Player } from '../../support/players.ts'
import { openWithdrawalWorld, USDT, type WithdrawalWorld } from '../../support/withdrawal-world.ts'
import { CONSOLE_ORIGIN } from '../../support/operator-world.ts'
import type { TestBackend } from './test-backend.ts'

const WHY = { why: 'a test' }

/** Withdrawals of 10 USDT and more go to review; from 1,000 USDT on two must agree. */
export function operatorVotesSuite(backend: TestBackend): void {
  describe('votes of operators on withdrawals', () => {
    let money: WithdrawalWorld
    let world: OperatorWorld
    let alice: TestOperator
    let bob: TestOperator

    beforeEach(async () => {
      const db = await backend.fresh()
      money = await openWithdrawalWorld(db)
      world = await openOperatorWorld(db, money.players.time)
      alice = await world.newOperator('finance', 'Alice')
      bob = await world.newOperator('risk', 'Bob')
      for (const { name, fingerprint } of [alice, bob])
        await trust(db, money.key, { operator: name, fingerprint }, money.clock())
    })

    const votes = { origin: CONSOLE_ORIGIN, fourEyes: 1_000n * USDT, maxPriceAgeMs: null, trustsAll: false }
    const round = (more: Parameters<typeof money.round>[0] = {}) =>
      money.round({ limits: { reviewFrom: 10n * USDT, perDay: 10n ** 12n }, votes, ...more })
    const statusOf = async (id: string) => {
      const row = await money.db
        .selectFrom('withdrawal')
        .select(['status', 'reason'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return row.status
    }
    const inReview = async (amount: string, by?: Player, more: Parameters<typeof money.ask>[1] = {}) => {
      const player = by ?? (await money.richPlayer(100_000n))
      const { id } = (await money.ask(player, { amount, ...more })).data
      await round()
      expect(await statusOf(id)).toBe('review')
      money.pass(1)
      return id
    }
    const shownOf = async (by: TestOperator, id: string) => {
      const { data } = await by.call(getWithdrawalToReview, { params: { id } })
      const { coin, chain, amount, address } = data
      return { coin, chain, amount, address }
    }
    const begin = async (
      by: TestOperator,
      id: string,
      decision: Decision = 'approve',
      shown?: Awaited<ReturnType<typeof shownOf>>,
    ) =>
      by.call(beginWithdrawalVote, {
        params: { id },
        body: { decision, shown: shown ?? (await shownOf(by, id)) },
      })
    const finish = (by: TestOperator, id: string, response: unknown, decision: Decision = 'approve') =>
      by.call(voteOnWithdrawal, { params: { id }, body: { decision, response, ...WHY } })
    const vote = async (by: TestOperator, id: string, decision: Decision = 'approve') => {
      const begun = await begin(by, id, decision)
      if (begun.code !== 'ok') return begun
      return finish(by, id, by.authenticator.get(begun.data as never), decision)
    }
    const decisionsOf = (id: string) =>
      money.db
        .selectFrom('withdrawal_decision')
        .select(['decision', 'decided_by'])
        .where('withdrawal_id', '=', id)
        .execute()
    /** As somebody with the database's password. */
    const forge = async (...statements: string[]) =>
      money.db.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        for (const statement of statements) await sql.raw(statement).execute(trx)
      })
    /** A logger that keeps why votes do not count. */
    const heard = () => {
      const warn: string[] = []
      const { logger } = money.context()
      const warning = ({ why }: { why?: string }) => void (why !== undefined && warn.push(why))
      return { warn, logger: Object.assign(Object.create(logger), { warn: warning }) as typeof logger }
    }
    const staysInReview = async (id: string, more?: Partial<SignerContext>) => {
      await round(more)
      expect(await statusOf(id)).toBe('review')
      expect(await decisionsOf(id)).toEqual([])
    }

    it('let a small one pass by one vote, which the log and the decision name', async () => {
      const id = await inReview('500')
      expect((await vote(alice, id)).data).toMatchObject({
        votes: 1,
        needed: 1,
        decisions: [{ by: 'Alice' }],
      })
      await round()
      expect(await statusOf(id)).not.toBe('review')
      expect(await decisionsOf(id)).toEqual([{ decision: 'approve', decided_by: 'Alice' }])
      const line = await money.db
        .selectFrom('admin_action')
        .select(['by_name', 'action', 'what'])
        .where('action', '=', 'withdrawal approve')
        .executeTakeFirstOrThrow()
      expect(line).toMatchObject({ by_name: 'Alice', what: { withdrawal: id, amount: '500' } })
      const signer = await money.db
        .selectFrom('admin_action')
        .select(['action', 'operator_id', 'what'])
        .where('action', 'like', 'signer %')
        .orderBy('line')
        .execute()
      expect(signer).toMatchObject([
        { action: 'signer trust', what: { name: 'Alice' } },
        { action: 'signer trust', what: { name: 'Bob' } },
        { action: 'signer approve', operator_id: null, what: { withdrawal: id, votes: 'Alice' } },
      ])
    })

    it('need two different operators above the limit', async () => {
      const id = await inReview('1001')
      expect((await vote(alice, id)).data).toMatchObject({ votes: 1, needed: 2 })
      await staysInReview(id)
      expect((await vote(alice, id)).code).toBe('conflict')
      expect((await vote(bob, id)).code).toBe('ok')
      await round()
      expect(await decisionsOf(id)).toEqual([{ decision: 'approve', decided_by: 'Alice, Bob' }])
    })

    it('count one operator once, also when the database says it twice', async () => {
      const id = await inReview('1001')
      await vote(alice, id)
      await forge(`insert into withdrawal_vote (withdrawal_id, operator_id, decision, why, at, origin, assertion)
        select withdrawal_id, operator_id, decision, why, at, origin, assertion from withdrawal_vote`)
      await staysInReview(id)
      // Her assertion under the name of another operator.
      await forge(
        `update withdrawal_vote set operator_id = ${bob.id} where id = (select max(id) from withdrawal_vote)`,
      )
      await staysInReview(id)
      // Another operator who is given her passkey.
      await forge(
        `update operator_passkey set id = id || 'x' where operator_id = ${alice.id}`,
        `update operator_passkey bobs set id = left(hers.id, -1), public_key = hers.public_key
          from operator_passkey hers where hers.operator_id = ${alice.id} and bobs.operator_id = ${bob.id}`,
      )
      await staysInReview(id)
    })

    it('refuse by a single vote, and the player has the money back', async () => {
      const id = await inReview('5000')
      await vote(alice, id)
      await vote(bob, id, 'refuse')
      await round()
      expect(await statusOf(id)).toBe('refused')
      expect(await decisionsOf(id)).toEqual([{ decision: 'refuse', decided_by: 'Bob' }])
      expect((await vote(alice, id)).code).toBe('conflict')
    })

    it('can be taken back by a vote for the opposite', async () => {
      const id = await inReview('1001')
      await vote(alice, id, 'approve')
      money.pass(1)
      await vote(alice, id, 'refuse')
      await round()
      expect(await statusOf(id)).toBe('refused')
    })

    it('do not count for another amount, address or decision than was signed', async () => {
      const id = await inReview('500')
      await vote(alice, id)
      for (const set of [
        `amount = amount + 1`,
        `address = '${money.someAddress()}'`,
        `account_id = account_id + 1`,
      ]) {
        await forge(`create table if not exists kept_row as select * from withdrawal where id = ${id}`)
        await forge(`update withdrawal set ${set} where id = ${id}`)
        await staysInReview(id)
        await forge(
          `update withdrawal set (amount, address, account_id) =
            (select amount, address, account_id from kept_row) where id = ${id}`,
        )
      }
      await forge('drop table kept_row', `update withdrawal_vote set decision = 'refuse'`)
      await staysInReview(id)
    })

    it('are on what the operator has read', async () => {
      const id = await inReview('500')
      const read = await shownOf(alice, id)
      const swapped = { ...read, address: money.someAddress() }
      for (const shown of [swapped, { ...read, amount: '501' }, { ...read, coin: 'usdc-ethereum' }]) {
        const answer = await begin(alice, id, 'approve', shown)
        expect([answer.code, answer.message]).toEqual([
          'conflict',
          'This withdrawal has changed since you opened it. Read it again.',
        ])
      }
      expect((await begin(alice, id, 'approve', read)).code).toBe('ok')
    })

    it('do not let pass a row without the seal of the request, and may refuse it', async () => {
      const id = await inReview('500')
      const seals = world.services.secrets
      // Before anybody has opened its page.
      await forge(`update withdrawal set address = '${money.someAddress()}' where id = ${id}`)
      await vote(alice, id)
      const { warn, logger } = heard()
      await staysInReview(id, { seals, logger })
      await round({ seals, logger })
      expect(warn).toEqual([expect.stringContaining('lacks the server’s seal')])
      await vote(bob, id, 'refuse')
      await round({ seals })
      expect(await statusOf(id)).toBe('refused')
      const whole = await inReview('500')
      await vote(alice, whole)
      await round({ seals })
      expect(await statusOf(whole)).not.toBe('review')
    })

    it('need two for many small ones to one player, or to one address, within 24 hours', async () => {
      const player = await money.richPlayer(100_000n)
      const first = await inReview('600', player)
      expect((await vote(alice, first)).data).toMatchObject({ votes: 1, needed: 1 })
      await round()
      expect(await decisionsOf(first)).toHaveLength(1)
      const second = await inReview('600', player)
      expect((await vote(alice, second)).data).toMatchObject({ votes: 1, needed: 2 })
      await staysInReview(second)
      // Withdrawals that wait count, too, because any of them may be approved first.
      const address = money.someAddress()
      const [one, two] = [
        await inReview('600', undefined, { address }),
        await inReview('600', undefined, { address }),
      ]
      for (const id of [one, two]) {
        expect((await vote(alice, id)).data).toMatchObject({ needed: 2 })
        await staysInReview(id)
      }
      await vote(bob, one, 'refuse')
      await round()
      expect(await decisionsOf(two)).toEqual([{ decision: 'approve', decided_by: 'Alice' }])
      money.pass(24 * 60 * 60)
      await alice.logIn()
      expect((await alice.call(getWithdrawalToReview, { params: { id: second } })).data.needed).toBe(1)
    })

    it('need two for a coin without a floor price, and for a price that is old', async () => {
      const row = (coin: string) => ({ id: '1', account_id: 1, address: 'nobody', coin, amount: '1' })
      const of = async (coin: string, more: Partial<SignerContext> = {}) => {
        const { db, clock, coinRules, votes: rules } = money.context({ votes, ...more })
        return (await votesNeeded({ db, clock, coinRules, votes: rules }, [row(coin)]))(row(coin))
      }
      const limits = { reviewFrom: 1n, perDay: 1n }
      const coinRules = {
        ...money.context().coinRules,
        floors: new Map([['usdc-ethereum', 10n ** 12n]]),
        limits: new Map([['eth-ethereum', limits]]),
        mustKnow: true,
      }
      expect(await of('usdt-tron', { coinRules })).toBe(1)
      expect(await of('usdc-ethereum', { coinRules })).toBe(1)
      expect(await of('eth-ethereum', { coinRules })).toBe(2)
      const aging = { ...votes, maxPriceAgeMs: 60_000 }
      const pricedAt = new Date(money.clock() - 60_000)
      await money.db.updateTable('coin').set({ priced_at: pricedAt }).execute()
      expect(await of('usdc-ethereum', { coinRules, votes: aging })).toBe(1)
      money.pass(1)
      expect(await of('usdc-ethereum', { coinRules, votes: aging })).toBe(2)
      expect(await of('usdt-tron', { coinRules, votes: aging })).toBe(1)
    })

    it('are carried out once by two signers at once', async () => {
      const id = await inReview('500')
      await vote(alice, id)
      const [one, another] = [randomUUID(), randomUUID()]
      await Promise.all([
        carryOutVotes(money.context({ votes, holder: one })),
        carryOutVotes(money.context({ votes, holder: another })),
      ])
      expect(await decisionsOf(id)).toEqual([{ decision: 'approve', decided_by: 'Alice' }])
      expect(await statusOf(id)).toBe('queued')
    })

    it('do not count again when the withdrawal comes back to review', async () => {
      const id = await inReview('500')
      await vote(alice, id)
      money.pass(1)
      const back = new Date(money.clock()).toISOString()
      await forge(`update withdrawal set updated_at = '${back}' where id = ${id}`)
      await staysInReview(id)
    })

    it('are no votes without the trust of the signer', async () => {
      const id = await inReview('500')
      const carol = await world.newOperator('owner', 'Carol')
      await vote(carol, id)
      const { warn, logger } = heard()
      await staysInReview(id, { logger })
      await staysInReview(id, { logger })
      expect(warn).toEqual([expect.stringContaining('the passkey of its operator is not trusted')])
      // The server does not sign itself.
      const apart = await openOperatorWorld(money.db, money.players.time, {
        DATABASE_URL: 'postgres://koi@localhost/koi',
      })
      const { token } = carol
      expect((await apart.call(getWithdrawalToReview, { params: { id }, token })).data).toMatchObject({
        votes: 0,
        decisions: [{ by: 'Carol', isTrusted: false }],
      })
      expect((await listTrusted(money.db, money.key)).join('\n')).toMatch(
        new RegExp(`Carol, owner, passkey ${carol.fingerprint} made 2\\S+Z: not trusted`),
      )
      // The trust of another one does not fit, nor one for another role.
      await forge(`update operator_passkey hers set (trusted_at, trust) = (select trusted_at, trust
        from operator_passkey where operator_id = ${alice.id}) where operator_id = ${carol.id}`)
      await staysInReview(id)
      const told = { operator: 'Carol', fingerprint: alice.fingerprint }
      await expect(trust(money.db, money.key, told, money.clock())).rejects.toThrow(
        'The passkey of Carol in the database has another fingerprint',
      )
      await trust(money.db, money.key, { ...told, fingerprint: carol.fingerprint }, money.clock())
      await forge(`update operator set role = 'finance' where id = ${carol.id}`)
      await staysInReview(id)
      await forge(`update operator set role = 'owner' where id = ${carol.id}`)
      await round()
      expect(await decisionsOf(id)).toEqual([{ decision: 'approve', decided_by: 'Carol' }])
    })

    it('end with their operator', async () => {
      const id = await inReview('500')
      await vote(alice, id)
      await world.admin('operator', 'remove', ['Alice'])
      await staysInReview(id)
    })

    it('are refused by the server when the passkey lies, or its answer is used again', async () => {
      const id = await inReview('500')
      const [first, second] = [(await begin(alice, id)).data, (await begin(bob, id)).data]
      const lying = async (by: TestOperator, lies: object) => {
        const options = (await begin(by, id)).data
        return (await finish(by, id, by.authenticator.get(options as never, lies))).code
      }
      expect(await lying(alice, { origin: 'https://koi.example' })).toBe('passkey_invalid')
      money.pass(1)
      expect(await lying(alice, { userVerified: false })).toBe('passkey_invalid')
      // The signature is of another operator, for another decision.
      expect((await finish(bob, id, alice.authenticator.get(first as never))).code).toBe('passkey_invalid')
      expect((await finish(bob, id, bob.authenticator.get(second as never), 'refuse')).code).toBe(
        'passkey_invalid',
      )
      const other = await inReview('600')
      const options = (await begin(alice, id)).data
      const answer = alice.authenticator.get(options as never)
      expect((await finish(alice, other, answer)).code).toBe('passkey_invalid')
      expect((await finish(alice, id, answer)).code).toBe('passkey_invalid')
    })

    it('are not carried out for another console, or by a signer that knows none', async () => {
      const id = await inReview('500')
      await vote(alice, id)
      const { warn, logger } = heard()
      await staysInReview(id, { votes: { ...votes, origin: 'https://another.example' }, logger })
      await staysInReview(id, { votes: { ...votes, origin: null }, logger })
      expect(warn).toEqual([
        `it was made at ${CONSOLE_ORIGIN}, and OPERATOR_ORIGIN of this signer is https://another.example`,
        'this signer knows no OPERATOR_ORIGIN',
      ])
      await round({ votes: { ...votes, origin: null, trustsAll: true } })
      expect(await statusOf(id)).not.toBe('review')
    })
  })
}
