import { operatorName } from '#server/base/operator-name.ts'
import { StartupError } from '#server/base/startup-error.ts'
import type { Config } from '#server/config/config.ts'
import type { VoteCounting } from '#server/config/vote-counting.ts'
import { readDatabaseTime } from '#server/db/database-time.ts'
import { withDatabase } from '#server/db/with-database.ts'
import type { OperatorCaller } from '#server/identity/caller.ts'
import { openSecrets, type Secrets } from '#server/identity/secrets.ts'
import { keptRead } from '#server/operators/kept-read.ts'
import { keepAction, keepRead, type Author } from '#server/identity/operator-log.ts'
import { arrivalVerbs, chainVerbs } from './chains.ts'
import { gameVerbs } from './games.ts'
import type { OperatorCall } from './operator-call.ts'
import { orStartupError, perform } from './perform.ts'
import { decideProposal, listProposals } from './proposals.ts'
import { findVerb, type Subjects } from './subjects.ts'
import { withdrawalVerbs } from './withdrawals.ts'

export interface AdminCommand {
  readonly subject: string
  readonly verb: string
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
  readonly by: string | undefined
  readonly why: string | undefined
}

/**
 * Executes an operator's command in the configured database, on PostgreSQL while the server runs.
 * @throws StartupError for the operator
 */
export async function runAdmin(
  config: Config,
  asked: AdminCommand,
  write: (rows: readonly object[]) => void,
): Promise<void> {
  await withDatabase(config, async (db) => {
    const secrets = await openSecrets(db, config.secretKey)
    const now = await readDatabaseTime(db)
    const consoleOrigin =
      config.operator.origin ?? `http://localhost:${config.operator.listen?.port ?? config.port}`
    const services = {
      db,
      secrets,
      now,
      rewards: config.rewards,
      maxPriceAgeMs: config.votes.maxPriceAgeMs,
      consoleOrigin,
    }
    write(await operate(services, asked, configuredSubjects(config)))
  })
}

/** They need more than the database. */
const configuredSubjects = (config: Config): Subjects => ({
  withdrawal: withdrawalVerbs(config),
  game: gameVerbs(config),
  chain: chainVerbs(config),
  arrival: arrivalVerbs(config),
})

type Services = Omit<OperatorCall, 'words' | 'options' | 'secrets'> & {
  readonly maxPriceAgeMs: VoteCounting['maxPriceAgeMs']
  readonly secrets: Pick<Secrets, 'hash' | 'encrypt' | 'decrypt'>
}

/** @throws StartupError for the operator */
export async function operate(
  services: Services,
  asked: AdminCommand,
  more: Subjects = {},
): Promise<readonly object[]> {
  return orStartupError(() =>
    asked.subject === 'proposal' ? operateProposals(services, asked) : operateSubject(services, asked, more),
  )
}

async function operateSubject(
  services: Services,
  asked: AdminCommand,
  more: Subjects,
): Promise<readonly object[]> {
  const { subject, verb, words, options } = asked
  const found = findVerb(subject, verb, more)
  const call = { ...services, words, options }
  const action = `${subject} ${verb}`
  if (!found.isChange) return ask(services, asked, action, () => found.ask(call))
  const { why, keep } = sayingOf(services, asked)
  return call.db.transaction().execute((trx) => perform(trx, call, found, { action, why, keep }))
}

/** Answers only when the question's line is in the log. */
async function ask<Row extends object>(
  { db, now }: Services,
  { verb, words, by }: AdminCommand,
  action: string,
  question: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows = await question()
  const query = verb === 'find' ? { search: words[0] } : words.length > 0 ? { words } : {}
  const author = authorOf(by?.trim() || operatorName())
  await keepRead(db, author, { action, what: keptRead({ query }, rows) }, now)
  return rows
}

async function operateProposals(services: Services, asked: AdminCommand): Promise<readonly object[]> {
  const { verb, words } = asked
  if (verb === 'list') {
    const proposals = await ask(services, asked, 'proposal list', () =>
      listProposals(services.db, null, services.now),
    )
    return proposals.map(({ isOwn: _, ...proposal }) => proposal)
  }
  if (verb !== 'agree' && verb !== 'reject') findVerb('proposal', verb)
  const { author, why, keep } = sayingOf(services, asked)
  const id = words[0] ?? ''
  if (!/^[1-9]\d{0,17}$/.test(id))
    throw new StartupError('Name a proposal: see npm run admin -- proposal list')
  const decider = { author, role: null, keep }
  const { state, rows } = await decideProposal(services, decider, { id, isAgreed: verb === 'agree', why })
  return [{ proposal: id, state }, ...rows]
}

const authorOf = (name: string): Author => ({ name: name.slice(0, 100) })

interface Saying {
  readonly author: Author
  readonly why: string
  readonly keep: OperatorCaller['keep']
}

/** @throws StartupError if it is not said who acts and why */
function sayingOf({ now }: Services, { subject, verb, by, why }: AdminCommand): Saying {
  // The first operator of all is invited with as few words as possible.
  const isInvitation = subject === 'operator' && verb === 'invite'
  const said = {
    by: by?.trim() || (isInvitation ? operatorName() : ''),
    why: why?.trim() || (isInvitation ? 'invitation' : ''),
  }
  if (!said.by || !said.why) throw new StartupError('Say who you are and why: --by <name> --why <reason>')
  const author = authorOf(said.by)
  return {
    author,
    why: said.why.slice(0, 500),
    keep: (trx, line) => keepAction(trx, author, line, now),
  }
}
