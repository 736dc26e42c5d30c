import * as v from 'valibot'
import { ACTIONS, type ActionName, type Proposal } from '#contract/operator/actions.ts'
import { isAllowed, type Role } from '#contract/operator-roles.ts'
import { Refusal } from '#server/base/refusal.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import type { OperatorCaller } from '#server/identity/caller.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { jsonOf, type Author } from '#server/identity/operator-log.ts'
import type { OperatorCall } from './operator-call.ts'
import { perform } from './perform.ts'
import { findVerb } from './subjects.ts'

const SHOWN = 200
const PURPOSE = 'operator proposal'
/** Not shown, and not kept in clear: a code, and what is long. */
const HIDDEN = ['text', 'json']

const CommandSchema = v.object({ words: v.array(v.string()), options: v.record(v.string(), v.string()) })
type Command = v.InferOutput<typeof CommandSchema>

interface Proposed extends Command {
  readonly action: ActionName
  readonly why: string
  /** In 10⁻⁸ US dollars; null without a price. */
  readonly usd: bigint | null
}

/** Keeps it until another operator decides. @returns its number */
export async function propose(
  db: Database,
  secrets: Pick<Secrets, 'encrypt'>,
  { operator, keep }: OperatorCaller,
  { action, words, options, why, usd }: Proposed,
  now: number,
): Promise<string> {
  const shown = Object.fromEntries(Object.entries(options).filter(([name]) => !HIDDEN.includes(name)))
  const json = options['json']
  const what = {
    ...(words.length > 0 && { words }),
    ...shown,
    ...(json !== undefined && { json: JSON.parse(json) as unknown }),
  }
  // Digits beyond cents are cut off.
  const dollars = usd === null ? null : toDecimal(usd / 10n ** BigInt(DOLLAR_DECIMALS - 2), 2)
  return db.transaction().execute(async (trx) => {
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
    await keep(trx, { action: `${action} propose`, why, what: { proposal: id, ...what, usd: dollars } })
    return id
  })
}

/** Open ones first, then the newest. */
export async function listProposals(db: Database, own: number | null): Promise<Proposal[]> {
  const rows = await db
    .selectFrom('operator_proposal as proposal')
    .innerJoin('operator', 'operator.id', 'proposal.operator_id')
    .selectAll('proposal')
    .select('operator.name')
    .orderBy((eb) => eb('proposal.state', '=', 'open'), 'desc')
    .orderBy('proposal.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    action: row.action,
    what: row.what,
    usd: row.usd === null ? null : row.usd.replace(/\.?0+$/, ''),
    why: row.why,
    by: row.name,
    at: row.at.toISOString(),
    isOwn: row.operator_id === own,
    state: row.state,
    decidedBy: row.decided_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
  }))
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
  readonly secrets: Pick<Secrets, 'hash' | 'encrypt' | 'decrypt'>
}

export interface Decided {
  readonly state: 'done' | 'rejected' | 'failed'
  readonly rows: readonly object[]
}

/**
 * Does what was proposed, once, or rejects it. A proposal that cannot be carried out any more has failed.
 * @throws Refusal `not_found`, `conflict` when it was decided before, `forbidden`
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
      const row = await openProposal(trx, decider, decision)
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
  const row = await openProposal(trx, decider, decision)
  const { id, action, name, command } = row
  const proposal = { proposal: id, by: name, why: row.why }
  if (!isAgreed) {
    await close(trx, services, { decider, decision, state: 'rejected' })
    await keep(trx, { action: 'proposal reject', why, what: { ...proposal, action } })
    return { state: 'rejected', rows: [] }
  }
  if (row.removed_at !== null) throw new StartupError(`${name} is an operator no more.`)
  const [subject = '', verb = ''] = action.split(' ')
  const found = findVerb(subject, verb)
  if (!found.isChange) throw new Error(`${action} changes nothing`)
  const said = v.parse(v.pipe(v.string(), v.parseJson(), CommandSchema), decrypted(services, command))
  await close(trx, services, { decider, decision, state: 'done' })
  const call = { ...services, ...said, isFromConsole: true } as const
  const rows = await perform(trx, call, found, { action, why, keep, more: { proposal } })
  return { state: 'done', rows }
}

const decrypted = ({ secrets }: Services, command: Uint8Array) => secrets.decrypt(PURPOSE, command).toString()

/** Locked: of two decisions at once the second finds it decided. */
async function openProposal(trx: Database, { author, role }: Decider, { id }: Decision) {
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
