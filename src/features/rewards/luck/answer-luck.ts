import { isPlayGame, isRoundGame } from '#rules/games.ts'
import { type Luck, luckOf } from '#rules/luck/luck.ts'
import { returnsOf } from '#rules/luck/returns-of.ts'
import type { LuckRequest } from './luck-messages.ts'

/** @throws FairnessError if a bet is on no game that this version of the app knows, or with other parameters */
export function answerLuck({ kinds, paid }: LuckRequest): Luck {
  const bets = kinds.flatMap(({ game, params, stakes }) => {
    if (!isPlayGame(game) || isRoundGame(game)) throw new RangeError(`The chances of ${game} are not known`)
    const returns = returnsOf(game, params)
    return stakes.map((each) => ({ ...each, returns }))
  })
  return luckOf(bets, paid)
}
