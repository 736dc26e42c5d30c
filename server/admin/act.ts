import { ACTIONS, type ActionName } from '#contract/operator/actions.ts'
import { isAllowed } from '#contract/operator-roles.ts'
import { Refusal } from '#server/base/refusal.ts'
import { usdOf } from '#server/coins/convert-at.ts'
import type { Config } from '#server/config/config.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { OperatorCaller } from '#server/identity/caller.ts'
import type { OperatorServices } from '#server/operators/services.ts'
import { readRates } from '#server/rates/rates.ts'
import type { Change, Gift, OperatorCall } from './operator-call.ts'
import { orRefusal, perform } from './perform.ts'
import { propose } from './proposals.ts'
import { turnProvider } from './provider.command.ts'
import { findVerb } from './subjects.ts'

export interface ActServices extends OperatorServices {
  readonly config: OperatorServices['config'] & Pick<Config, 'rewards' | 'rates' | 'providers'>
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
  return orRefusal(() =>
    action === 'provider on' || action === 'provider off'
      ? turn(services, caller, asked, action === 'provider on')
      : change(services, caller, asked),
  )
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
  services: ActServices,
  caller: OperatorCaller,
  { action, words, options, why }: Asked,
): Promise<Outcome> {
  const { db, secrets, clock, config } = services
  const now = clock()
  const [subject = '', verb = ''] = action.split(' ')
  const found = findVerb(subject, verb)
  if (!found.isChange) throw new Error(`${action} changes nothing`)
  const call: OperatorCall = {
    db,
    secrets,
    now,
    rewards: config.rewards,
    words,
    options,
    isFromConsole: true,
  }
  const worth = await worthInUsd(services, call, found)
  if (worth !== 'nothing' && (worth === null || worth > config.operator.fourEyes)) {
    const command = { action, words: [...words], options: { ...options }, why, usd: worth }
    return { state: 'proposed', proposal: await propose(db, secrets, caller, command, now) }
  }
  return done(
    await db.transaction().execute((trx) => perform(trx, call, found, { action, why, keep: caller.keep })),
  )
}

/** In 10⁻⁸ US dollars; null without a price that still holds. */
async function worthInUsd(
  services: ActServices,
  call: OperatorCall,
  { worth }: Change,
): Promise<bigint | null | 'nothing'> {
  return worth ? priceOf(services, await worth(call)) : 'nothing'
}

async function priceOf({ db, config, clock }: ActServices, { coin, amount }: Gift): Promise<bigint | null> {
  const rate = (await readRates(db, [coin])).get(coin)
  if (!rate) return null
  const isStale =
    config.rates !== null && clock() - rate.pricedAt.getTime() > config.rates.maxAgeMinutes * 60_000
  return isStale ? null : usdOf(amount, rate, DOLLAR_DECIMALS)
}

const done = (rows: readonly object[]): Outcome => ({ state: 'done', rows: rows.map((row) => ({ ...row })) })
