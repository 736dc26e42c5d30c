import type { ActionName } from '#contract/operator/actions.ts'
import { StartupError } from '#server/base/startup-error.ts'

interface Taken {
  readonly words: 0 | 1
  readonly options: readonly string[]
}

const ROUNDS = ['game', 'params', 'coin', 'stake', 'rounds', 'days']
const PROVIDER: Taken = { words: 1, options: ['game', 'category'] }

const TAKEN: Readonly<Record<ActionName, Taken>> = {
  'promotion add': { words: 0, options: ['json'] },
  'promotion end': { words: 1, options: [] },
  'code create': { words: 0, options: ['name', 'text', 'money', 'uses', 'until', ...ROUNDS] },
  'code stop': { words: 1, options: [] },
  'rounds give': { words: 1, options: ROUNDS },
  'news send': { words: 0, options: ['json'] },
  'debt settle': { words: 1, options: [] },
  'provider on': PROVIDER,
  'provider off': PROVIDER,
}

interface Said {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string>>
}

/**
 * Who decides about a proposal sees all that is said, so nothing may be said that does not count.
 * @throws StartupError
 */
export function requireTaken(action: ActionName, { words, options }: Said): void {
  const taken = TAKEN[action]
  const unknown = Object.keys(options).filter((name) => !taken.options.includes(name))
  if (unknown.length > 0) throw new StartupError(`${action} takes no ${unknown.join(', ')}.`)
  if (words.length > taken.words) throw new StartupError(`${action} takes no ${words.join(' ')}.`)
}
