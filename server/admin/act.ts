import { ACTIONS, type ActionName } from '#contract/operator/actions.ts'
import { isAllowed } from '#contract/operator-roles.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Config } from '#server/config/config.ts'
import type { OperatorCaller } from '#server/identity/caller.ts'
import type { OperatorServices } from '#server/operators/services.ts'
import { requireTaken } from './action-input.ts'
import { countGivenAlone } from './given-alone.ts'
import type { OperatorCall } from './operator-call.ts'
import { orRefusal, perform } from './perform.ts'
import { inCents, propose } from './proposals.ts'
import { turnProvider } from './provider.command.ts'
import { findVerb } from './subjects.ts'
import { worthInUsd } from './worth-in-usd.ts'

export interface ActServices extends OperatorServices {
  readonly config: OperatorServices['config'] & Pick<Config, 'rewards' | 'votes' | 'providers'>
}

interface Asked {
  readonly action: ActionName
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string>>
  readonly why: string
}

type Outcome =
  | { readonly state: 'done'; readonly rows: Record<string, unknown>[] }
  | { readonly state: 'proposed'; readonly proposal: string }

/**
 * Does what the command line does, by the same functions.
 * @throws Refusal `forbidden`, `conflict` with what the command line would say
 */
export async function act(services: ActServices, caller: OperatorCaller, asked: Asked): Promise<Outcome> {
  const { action } = asked
  if (!isAllowed(caller.operator.role, ACTIONS[action]))
    throw new Refusal('forbidden', 'Your role may not do this')
  return orRefusal(async () => {
    requireTaken(action, asked)
    return action === 'provider on' || action === 'provider off'
      ? turn(services, caller, asked, action === 'provider on')
      : change(services, caller, asked)
  })
}

async function turn(
  { db, config, clock }: ActServices,
  { operator }: OperatorCaller,
  { words, options, why }: Asked,
  isOn: boolean,
): Promise<Outcome> {
  const rows = await turnProvider(
    { db, config, now: new Date(clock()) },
    {
      isOn,
      name: words[0],
      code: options['game'],
      allOf: (options['category'] ?? '').split(/[\s,]+/).filter(Boolean),
      author: operator,
      why,
    },
  )
  return done(rows)
}

async function change(
  { db, secrets, clock, config }: ActServices,
  { operator, keep }: OperatorCaller,
  { action, words, options, why }: Asked,
): Promise<Outcome> {
  const now = clock()
  const [subject = '', verb = ''] = action.split(' ')
  const found = findVerb(subject, verb)
  if (!found.isChange) throw new Error(`${action} changes nothing`)
  const { rewards, votes, operator: limits } = config
  return db.transaction().execute(async (trx) => {
    const call: OperatorCall = { db: trx, secrets, now, rewards, words, options, isFromConsole: true }
    const performed = { action, why, keep }
    if (!found.worth) return done(await perform(trx, call, found, performed))
    const usd = await worthInUsd(call, found.worth, votes.maxPriceAgeMs)
    const gift = { operator: operator.id, limit: limits.fourEyes, now }
    if (usd !== null && (await countGivenAlone(trx, { ...gift, usd })))
      return done(await perform(trx, call, found, { ...performed, more: { usd: inCents(usd) } }))
    const command = { action, words: [...words], options: { ...options }, why, usd }
    return { state: 'proposed', proposal: await propose(trx, secrets, { operator, keep }, command, now) }
  })
}

const done = (rows: readonly object[]): Outcome => ({ state: 'done', rows: rows.map((row) => ({ ...row })) })
