import type { RandomStream } from './stream.ts'

/**
 * Takes `count` of the numbers 0 … `size` − 1. Each float picks one of the numbers that are left, in ascending order.
 */
export function drawWithoutReplacement(stream: RandomStream, size: number, count: number): number[] {
  if (count > size) throw new RangeError(`Cannot draw ${count} of ${size}`)
  const left: number[] = []
  for (let number = 0; number < size; number += 1) left.push(number)
  const drawn: number[] = []
  while (drawn.length < count) drawn.push(...left.splice(Math.floor(stream.next() * left.length), 1))
  return drawn
}
