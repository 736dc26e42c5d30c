import { StartupError } from '#server/base/startup-error.ts'
import { AUDIT } from './audit.ts'
import { CODES } from './codes.ts'
import { DEBTS } from './debts.ts'
import { NEWS } from './news.ts'
import type { Change, Question, Verbs } from './operator-call.ts'
import { OPERATORS } from './operators.ts'
import { REWARDS } from './player-rewards.ts'
import { PLAYERS } from './players.ts'
import { PROMOTIONS } from './promotions.ts'
import { RACES } from './races.ts'
import { ROUNDS } from './rounds.ts'

export type Subjects = Readonly<Record<string, Verbs>>

const SUBJECTS: Subjects = {
  promotion: PROMOTIONS,
  code: CODES,
  rounds: ROUNDS,
  race: RACES,
  reward: REWARDS,
  debt: DEBTS,
  news: NEWS,
  player: PLAYERS,
  operator: OPERATORS,
  audit: AUDIT,
}

/** @throws StartupError for the operator */
export function findVerb(subject: string, verb: string, more: Subjects = {}): Question | Change {
  const subjects = { ...SUBJECTS, ...more }
  const verbs = Object.hasOwn(subjects, subject) ? subjects[subject] : undefined
  const found = verbs && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (found) return found
  throw new StartupError(`There is no command ${subject} ${verb}: see npm run admin -- --help`)
}
