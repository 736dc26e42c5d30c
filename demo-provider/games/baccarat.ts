import type { Random } from './random.ts'

/** 0 is the ace of spades, 51 the king of clubs. */
export type Card = number

export const DECKS = 8
/** A shoe with fewer cards is not dealt from: six are the most of a hand. */
const CUT_CARD = 26

export const BACCARAT_SPOTS = ['player', 'banker', 'tie'] as const
export type BaccaratSpot = (typeof BACCARAT_SPOTS)[number]
export type BaccaratBets = Readonly<Partial<Record<BaccaratSpot, number>>>

export interface Hand {
  readonly player: readonly Card[]
  readonly banker: readonly Card[]
  readonly winner: BaccaratSpot
}

export function shuffledShoe(random: Random): Card[] {
  const shoe = Array.from({ length: DECKS * 52 }, (_, n) => n % 52)
  for (let at = shoe.length - 1; at > 0; at -= 1) {
    const other = random(at + 1)
    const card = shoe[at] ?? 0
    shoe[at] = shoe[other] ?? 0
    shoe[other] = card
  }
  return shoe
}

export const isWornOut = (shoe: readonly Card[]) => shoe.length < CUT_CARD

/** Ace 1, tens and pictures 0. */
export const pointsOf = (card: Card) => {
  const rank = (card % 13) + 1
  return rank > 9 ? 0 : rank
}

export const totalOf = (cards: readonly Card[]) => cards.reduce((sum, card) => sum + pointsOf(card), 0) % 10

/** Deals a hand from `draw`, which gives the next card. */
export function dealHand(draw: () => Card): Hand {
  const [first, second, third, fourth] = [draw(), draw(), draw(), draw()]
  const player = [first, third]
  const banker = [second, fourth]
  const isNatural = totalOf(player) >= 8 || totalOf(banker) >= 8
  if (!isNatural) {
    const drawn = totalOf(player) <= 5 ? draw() : null
    if (drawn !== null) player.push(drawn)
    if (bankerDraws(totalOf(banker), drawn === null ? null : pointsOf(drawn))) banker.push(draw())
  }
  return { player, banker, winner: winnerOf(totalOf(player), totalOf(banker)) }
}

/** @param third points of the player's third card, null if the player stood */
export function bankerDraws(total: number, third: number | null): boolean {
  if (third === null) return total <= 5
  switch (total) {
    case 3:
      return third !== 8
    case 4:
      return third >= 2 && third <= 7
    case 5:
      return third >= 4 && third <= 7
    case 6:
      return third === 6 || third === 7
    default:
      return total < 3
  }
}

const winnerOf = (player: number, banker: number): BaccaratSpot =>
  player === banker ? 'tie' : player > banker ? 'player' : 'banker'

/** In twentieths of the stake, with the stake: the bank's commission is 5%. */
const TWENTIETHS: Readonly<Record<BaccaratSpot, number>> = { player: 40, banker: 39, tie: 180 }

/** A stake is a multiple of 20 units, so that the commission is exact. A tie gives the other stakes back. */
export function payBaccarat(bets: BaccaratBets, winner: BaccaratSpot): number {
  const won = ((bets[winner] ?? 0) / 20) * TWENTIETHS[winner]
  return winner === 'tie' ? won + (bets.player ?? 0) + (bets.banker ?? 0) : won
}
