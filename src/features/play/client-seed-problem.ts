import { CLIENT_SEED_MAX_LENGTH, isClientSeed } from '#fair/seeds.ts'

export type ClientSeedProblem = 'empty' | 'too_long' | 'control_character' | 'unchanged'

/** Why a text cannot become the client seed; undefined when it can. Spaces count and are kept. */
export function clientSeedProblem(text: string, current: string): ClientSeedProblem | undefined {
  if (text === '') return 'empty'
  if (clientSeedLength(text) > CLIENT_SEED_MAX_LENGTH) return 'too_long'
  if (!isClientSeed(text)) return 'control_character'
  return text === current ? 'unchanged' : undefined
}

/** In characters as players count them, not in UTF-16 units. */
export function clientSeedLength(text: string): number {
  return Array.from(text).length
}
