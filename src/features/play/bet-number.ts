/** The place of a bet among those of its seeds as people count: the nonce of the first one is 0. */
export const betNumber = (nonce: number): number => nonce + 1
