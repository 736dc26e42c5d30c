import * as v from 'valibot'
import {
  ACTIONS,
  PROPOSAL_DAYS,
  ShownSchema,
  type ActionName,
  type Proposal,
  type Shown,
} from '#contract/operator/actions.ts'
import { isAllowed, type Role } from '#contract/operator-roles.ts'
import { JsonObjectSchema } from '#contract/values.ts'
import { Refusal } from '#server/base/refusal.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { fromDecimal, toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { VoteCounting } from '#server/config/vote-counting.ts'
import type { Database } from '#server/db/tables.ts'
import type { OperatorCaller } from '#server/identity/caller.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { jsonOf, type Author } from '#server/identity/operator-log.ts'
import { openSince } from '#server/operator-views/open-proposals.ts'
import { requireTaken } from './action-input.ts'
import type { Change, OperatorCall } from './operator-call.ts'
import { perform } from './perform.ts'
import { refuseSameEyes } from './same-eyes.ts'
import { findVerb } from './subjects.ts'
import { worthInUsd } from './worth-in-usd.ts'

const SHOWN = 200
const PURPOSE = 'operator proposal'
/** Not shown, and not kept in clear: a code. */
const HIDDEN = ['text']
/** In 10⁻⁸ US dollars. */
const CENT = 10n ** BigInt(DOLLAR_DECIMALS - 2)
/** A larger rise of its worth needs a new proposal. */
const RISE_PERCENT = 10n

const CommandSchema = v.object({ words: v.array(v.string()), options: v.record(v.string(), v.string()) })
type Command = v.InferOutput<typeof CommandSchema>
const JsonTextSchema = v.pipe(v.string(), v.parseJson(), JsonObjectSchema)

interface Proposed extends Command {
  readonly action: ActionName
  readonly why: string
  /** In 10⁻⁸ US dollars; null without a price. */
  readonly usd: bigint | null
}

/** Digits beyond cents are cut off. */
export const inCents = (usd: bigint): string => toDecimal(usd / CENT, 2)

/** Keeps it until another operator decides: call it in a transaction. @returns its number */
export async function propose(
  trx: Database,
  secrets: Pick<Secrets, 'encrypt'>,
  { operator, keep }: Pick<OperatorCaller, 'operator' | 'keep'>,
  { action, words, options, why, usd }: Proposed,
  now: number,
): Promise<string> {
  const { json, ...said } = options
  const shown = Object.fromEntries(Object.entries(said).filter(([name]) => !HIDDEN.includes(name)))
  const what: Shown = {
    words: [...words],
    options: shown,
    json: json === undefined ? null : v.parse(JsonTextSchema, json),
  }
  const dollars = usd === null ? null : inCents(usd)
  const { id } = await trx
    .insertInto('operator_proposal')
    .values({
      operator_id: operator.id,
      action,
      command: secrets.encrypt(PURPOSE, Buffer.from(JSON.stringify({ words, options }))),
      what: jsonOf(what),
      usd: dollars,
      why,
      at: new Date(now),
      decided_by: null,
      decided_name: null,
      decided_why: null,
      decided_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keep(trx, { action: `${action} propose`, why, what: { ...what, proposal: id, usd: dollars } })
  return id
}

/** Open ones first, then the newest. */
export async function listProposals(db: Database, own: number | null, now: number): Promise<Proposal[]> {
  const rows = await db
    .selectFrom('operator_proposal as proposal')
    .innerJoin('operator', 'operator.id', 'proposal.operator_id')
    .selectAll('proposal')
    .select('operator.name')
    .orderBy(
      (eb) => eb.and([eb('proposal.state', '=', 'open'), eb('proposal.at', '>', openSince(now))]),
      'desc',
    )
    .orderBy('proposal.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    action: row.action,
    ...shownOf(row.what),
    usd: row.usd === null ? null : row.usd.replace(/\.?0+$/, ''),
    why: row.why,
    by: row.name,
    at: row.at.toISOString(),
    isOwn: row.operator_id === own,
    state: isOver(row, now) ? 'expired' : row.state,
    decidedBy: row.decided_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
  }))
}

const isOver = ({ state, at }: { readonly state: string; readonly at: Date }, now: number) =>
  state === 'open' && at <= openSince(now)

/** Before a release told them apart, options and words were one object. */
function shownOf(what: object): Shown {
  const { success, output } = v.safeParse(ShownSchema, what)
  return success ? output : { words: [], options: {}, json: v.parse(JsonObjectSchema, what) }
}

/** An operator of the console, or the owner of the machine at the command line, who may do all. */
export interface Decider {
  readonly author: Author
  readonly role: Role | null
  readonly keep: OperatorCaller['keep']
}

interface Decision {
  readonly id: string
  readonly isAgreed: boolean
  readonly why: string
}

type Services = Omit<OperatorCall, 'words' | 'options' | 'secrets'> & {
  readonly maxPriceAgeMs: VoteCounting['maxPriceAgeMs']
  readonly secrets: Pick<Secrets, 'hash' | 'encrypt' | 'decrypt'>
}

export interface Decided {
  readonly state: 'done' | 'rejected' | 'failed'
  readonly rows: readonly object[]
}

/**
 * Does what was proposed, once, or rejects it. A proposal that cannot be carried out any more has failed.
 * @throws Refusal `not_found`, `conflict` when it was decided before or is over, `forbidden`, `operator_too_new`,
 * `worth_risen`
 */
export async function decideProposal(
  services: Services,
  decider: Decider,
  decision: Decision,
): Promise<Decided> {
  const { db } = services
  try {
    return await db.transaction().execute((trx) => decideIn(trx, services, decider, decision))
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    const { message } = error
    return db.transaction().execute(async (trx) => {
      const row = await openProposal(trx, services, { decider, decision })
      await close(trx, services, { decider, decision, state: 'failed' })
      const what = { proposal: row.id, action: row.action, by: row.name, failed: message }
      await decider.keep(trx, { action: 'proposal agree', why: decision.why, what })
      return { state: 'failed', rows: [{ failed: message }] }
    })
  }
}

async function decideIn(
  trx: Database,
  services: Services,
  decider: Decider,
  decision: Decision,
): Promise<Decided> {
  const { isAgreed, why } = decision
  const { keep } = decider
  const row = await openProposal(trx, services, { decider, decision })
  const { id, action, name, command } = row
  const proposal = { proposal: id, by: name, why: row.why }
  if (!isAgreed) {
    await close(trx, services, { decider, decision, state: 'rejected' })
    await keep(trx, { action: 'proposal reject', why, what: { ...proposal, action } })
    return { state: 'rejected', rows: [] }
  }
  if (decider.author.id !== undefined)
    await refuseSameEyes(trx, [row.operator_id, decider.author.id], services.now)
  if (row.removed_at !== null) throw new StartupError(`${name} is an operator no more.`)
  const [subject = '', verb = ''] = action.split(' ')
  const found = findVerb(subject, verb)
  if (!found.isChange) throw new Error(`${action} changes nothing`)
  const said = v.parse(v.pipe(v.string(), v.parseJson(), CommandSchema), decrypted(services, command))
  requireTaken(action as ActionName, said)
  const call = { ...services, ...said, db: trx, isFromConsole: true } as const
  if (found.worth && row.usd !== null) await refuseRise(call, found.worth, row.usd)
  await close(trx, services, { decider, decision, state: 'done' })
  const rows = await perform(trx, call, found, { action, why, keep, more: { proposal } })
  return { state: 'done', rows }
}

const decrypted = ({ secrets }: Services, command: Uint8Array) => secrets.decrypt(PURPOSE, command).toString()

type WithPrices = OperatorCall & Pick<Services, 'maxPriceAgeMs'>

/** Prices move, and so does the number of players. @throws Refusal `worth_risen` */
async function refuseRise(
  call: WithPrices,
  worth: NonNullable<Change['worth']>,
  proposed: string,
): Promise<void> {
  const usd = await worthInUsd(call, worth, call.maxPriceAgeMs)
  // It was proposed without the digits beyond cents.
  const most = fromDecimal(proposed, DOLLAR_DECIMALS) + CENT
  if (usd === null || usd * 100n > most * (100n + RISE_PERCENT)) {
    const today = usd === null ? 'has no price' : `is worth ${inCents(usd)} dollars`
    throw new Refusal(
      'worth_risen',
      `It ${today} now: ${inCents(fromDecimal(proposed, DOLLAR_DECIMALS))} were proposed`,
    )
  }
}

/** Locked: of two decisions at once the second finds it decided. */
async function openProposal(
  trx: Database,
  { now }: Services,
  { decider: { author, role }, decision: { id } }: Omit<Closing, 'state'>,
) {
  const row = await trx
    .selectFrom('operator_proposal as proposal')
    .innerJoin('operator', 'operator.id', 'proposal.operator_id')
    .selectAll('proposal')
    .select(['operator.name', 'operator.removed_at'])
    .where('proposal.id', '=', id)
    .forUpdate('proposal')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'There is no such proposal')
  if (row.state !== 'open') throw new Refusal('conflict', 'The proposal was decided before')
  if (isOver(row, now))
    throw new Refusal('conflict', `Nobody has decided within ${PROPOSAL_DAYS} days: propose it again`)
  if (row.operator_id === author.id) throw new Refusal('forbidden', 'Another operator must decide')
  const may = ACTIONS[row.action as ActionName] as (typeof ACTIONS)[ActionName] | undefined
  if (may === undefined || (role !== null && !isAllowed(role, may)))
    throw new Refusal('forbidden', 'Your role may not do what is proposed')
  return row
}

interface Closing {
  readonly decider: Decider
  readonly decision: Decision
  readonly state: Decided['state']
}

async function close(
  trx: Database,
  { now }: Services,
  { decider: { author }, decision: { id, why }, state }: Closing,
): Promise<void> {
  await trx
    .updateTable('operator_proposal')
    .set({
      state,
      decided_by: author.id ?? null,
      decided_name: author.name,
      decided_why: why,
      decided_at: new Date(now),
    })
    .where('id', '=', id)
    .execute()
}
