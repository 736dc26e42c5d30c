import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { HiloCardName, HiloMove, HiloSuit } from '#rules/hilo/hilo.ts'
import { rankOf, suitOf } from './hilo-moves.ts'

/** With a variation selector that keeps phones from drawing an emoji. */
const SIGNS: Record<HiloSuit, string> = {
  D: '\u2666\uFE0E',
  H: '\u2665\uFE0E',
  S: '\u2660\uFE0E',
  C: '\u2663\uFE0E',
}

const COURT: Readonly<Record<string, MessageDescriptor>> = {
  J: msg`jack`,
  Q: msg`queen`,
  K: msg`king`,
  A: msg`ace`,
}

/** Rank and suit: `Q♠`. */
export function cardText(card: HiloCardName): string {
  return `${rankOf(card)}${SIGNS[suitOf(card)]}`
}

/** In words: "queen of spades". */
export function cardWords(card: HiloCardName, say: (message: MessageDescriptor) => string): string {
  const letter = rankOf(card)
  const court = COURT[letter]
  const rank = court ? say(court) : letter
  switch (suitOf(card)) {
    case 'D':
      return say(msg`${rank} of diamonds`)
    case 'H':
      return say(msg`${rank} of hearts`)
    case 'S':
      return say(msg`${rank} of spades`)
    case 'C':
      return say(msg`${rank} of clubs`)
  }
}

export const MOVE_NAMES: Record<HiloMove, MessageDescriptor> = {
  'higher-or-same': msg`Higher or same`,
  'lower-or-same': msg`Lower or same`,
  higher: msg({ message: 'Higher', context: 'the next card' }),
  lower: msg({ message: 'Lower', context: 'the next card' }),
  same: msg({ message: 'Same', context: 'the next card' }),
  skip: msg`Skip`,
}
