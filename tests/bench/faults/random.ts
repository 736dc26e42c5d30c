/** Pseudo-random numbers, the same for the same seed and purpose. */
export class SeededRandom {
  #state: number

  constructor(seed: number, purpose: string) {
    this.#state = [...purpose].reduce(
      (state, letter) => Math.imul(state ^ letter.charCodeAt(0), 0x01000193),
      seed ^ 0x811c9dc5,
    )
    for (let warmUp = 0; warmUp < 4; warmUp++) this.next()
  }

  /** From 0 up to, but not including, 1. SplitMix32. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0
    let mixed = this.#state ^ (this.#state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.next() * list.length)]
    if (picked === undefined) throw new RangeError('Nothing to pick from')
    return picked
  }

  shuffle<T>(list: readonly T[]): T[] {
    return list
      .map((each) => ({ each, place: this.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ each }) => each)
  }
}
