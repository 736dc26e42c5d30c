import { StartupError } from '#server/base/startup-error.ts'
import type { Config } from '#server/config/config.ts'
import { readDatabaseTime } from '#server/db/database-time.ts'
import { withDatabase } from '#server/db/with-database.ts'
import { openSecrets } from '#server/identity/secrets.ts'
import { AUDIT, keepAction, nextActionId } from './audit.ts'
import { arrivalVerbs, chainVerbs } from './chains.ts'
import { CODES } from './codes.ts'
import { DEBTS } from './debts.ts'
import { gameVerbs } from './games.ts'
import { NEWS } from './news.ts'
import type { Change, OperatorCall, Verbs } from './operator-call.ts'
import { REWARDS } from './player-rewards.ts'
import { PLAYERS } from './players.ts'
import { PROMOTIONS } from './promotions.ts'
import { RACES } from './races.ts'
import { ROUNDS } from './rounds.ts'
import { WITHDRAWALS } from './withdrawals.ts'

type Subjects = Readonly<Record<string, Verbs>>

const SUBJECTS: Subjects = {
  promotion: PROMOTIONS,
  code: CODES,
  rounds: ROUNDS,
  race: RACES,
  reward: REWARDS,
  debt: DEBTS,
  news: NEWS,
  player: PLAYERS,
  withdrawal: WITHDRAWALS,
  audit: AUDIT,
}

/** They need more than the database. */
const configuredSubjects = (config: Config): Subjects => ({
  game: gameVerbs(config),
  chain: chainVerbs(config),
  arrival: arrivalVerbs(config),
})

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
    const services = { db, secrets, now, rewards: config.rewards }
    write(await operate(services, asked, configuredSubjects(config)))
  })
}

/** @throws StartupError for the operator */
export async function operate(
  services: Omit<OperatorCall, 'words' | 'options'>,
  asked: AdminCommand,
  more: Subjects = {},
): Promise<readonly object[]> {
  const { subject, verb, words, options } = asked
  const found = { ...SUBJECTS, ...more }[subject]?.[verb]
  if (!found) throw new StartupError(`There is no command ${subject} ${verb}: see npm run admin -- --help`)
  const call = { ...services, words, options }
  return found.isChange ? change(call, asked, found) : found.ask(call)
}

/** The action and its row in the audit table are one transaction. */
function change(call: OperatorCall, { subject, verb, by, why }: AdminCommand, { act }: Change) {
  if (!by?.trim() || !why?.trim())
    throw new StartupError('Say who you are and why: --by <name> --why <reason>')
  return call.db.transaction().execute(async (trx) => {
    const id = await nextActionId(trx)
    const { rows, what } = await act({ ...call, db: trx, actionId: id })
    const said = { by: by.trim().slice(0, 100), why: why.trim().slice(0, 500) }
    await keepAction(trx, { id, ...said, action: `${subject} ${verb}`, what, now: call.now })
    return rows
  })
}
