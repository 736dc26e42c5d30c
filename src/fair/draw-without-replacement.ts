import type { RandomStream } from './stream.ts'

/** Takes `count` of the numbers 0 … `size` − 1: each float points at one of those still left, in order. */
export function drawWithoutReplacement(stream: RandomStream, size: number, count: number): number[] {
  const left = Array.from({ length: size }, (_, number) => number)
  return Array.from({ length: count }, () => {
    const [taken] = left.splice(Math.floor(stream.next() * left.length), 1)
    if (taken === undefined) throw new RangeError(`Cannot draw ${count} of ${size}`)
    return taken
  })
}
