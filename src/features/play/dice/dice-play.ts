import { createInstantPlay } from '#features/play/instant-play.ts'

/** Nearly even, so that a first bet shows both sides of the game. */
export const dicePlay = createInstantPlay({
  game: 'dice',
  params: { side: 'over', target: 5_050 },
  motionMs: 360,
})
