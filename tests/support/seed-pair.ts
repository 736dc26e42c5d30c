import { changeSeeds, getSeeds } from '#contract/play.ts'
import type { Player } from './players.ts'

/** Begins the player's next seed pair, as the app does before the first bet. */
export async function beginPair(player: Player, clientSeed = 'a seed of my own') {
  const { nextServerSeedHash } = (await player.call(getSeeds)).data
  return (await player.call(changeSeeds, { body: { clientSeed, nextServerSeedHash } })).data
}
