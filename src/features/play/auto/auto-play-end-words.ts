import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AutoPlayEnd, EndedAutoPlay } from './auto-play.ts'
import { playErrorWords } from '#features/play/play-error-message.ts'

const WORDS: Record<Exclude<AutoPlayEnd, 'condition' | 'failed'>, MessageDescriptor> = {
  count: msg`All bets were played.`,
  profit: msg`Your profit limit was reached.`,
  loss: msg`The next bet could have gone beyond your loss limit.`,
  'single-win': msg`A single win reached your limit.`,
  'stake-cap': msg`The next bet would have been above the largest one allowed.`,
  balance: msg`The balance was too low for the next bet.`,
  limit: msg`A limit that you set for yourself was reached.`,
  break: msg`It stopped because your break began.`,
  paused: msg`It stopped because the game was paused.`,
  stopped: msg`You stopped it.`,
  lapsed: msg`It ended because no bet came for some minutes.`,
  left: msg`It stopped because the page was left.`,
  closed: msg`It stopped because the tab was closed.`,
  reminded: msg`It stopped for your session reminder.`,
  'other-tab': msg`Auto-play goes on in another tab or on another device. Stop it there first.`,
  network: msg`The server could not be reached. No bet is under way.`,
  unknown: msg`It is not known yet what became of the latest bet, so no other one was placed.`,
}

export function isAutoPlayEnd(text: string): text is AutoPlayEnd {
  return text === 'condition' || text === 'failed' || Object.hasOwn(WORDS, text)
}

export function autoPlayEndWords({
  end,
  condition = 0,
  error,
}: Pick<EndedAutoPlay, 'end'> & Partial<Pick<EndedAutoPlay, 'condition' | 'error'>>): MessageDescriptor {
  if (end === 'condition') {
    const number = condition + 1
    return msg`Your condition ${number} stopped it.`
  }
  if (end !== 'failed') return WORDS[end]
  return error ? playErrorWords(error) : msg`A bet could not be placed.`
}
