const ROW = 'rounded-2 transition-colors'

/** A row of a list of players: one's own, or of a bet that has been cashed out. */
export const playerRowClass = (look: 'own' | 'out' | 'in'): string =>
  look === 'own' ? `${ROW} bg-brand-soft` : look === 'out' ? `${ROW} bg-jade-soft` : ROW
