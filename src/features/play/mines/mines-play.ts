import { createMinesPlay } from './mines-controller.ts'

/** The one play of Mines; begins to follow the engine's open round when its screen is fetched. */
export const minesPlay = createMinesPlay()
