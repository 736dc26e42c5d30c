import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { FairnessError } from './fairness-error.ts'

// Merkle trees of RFC 6962: the left part of a tree of n leaves has the largest power of two below n. A leaf is hashed
// with the prefix 0x00 and a node with 0x01, so that a node cannot be passed off as a leaf. In a tree of sums each
// node's hash covers the sums of its children: docs/seals.md.

export type Hash = (bytes: Uint8Array) => Uint8Array

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

export type Join<Node> = (left: Node, right: Node) => Node

export const hashLeaf = (data: Uint8Array, hash: Hash = sha256): Uint8Array => hash(concatBytes(LEAF, data))

export const joinHashes =
  (hash: Hash = sha256): Join<Uint8Array> =>
  (left, right) =>
    hash(concatBytes(NODE, left, right))

export const emptyRoot = (hash: Hash = sha256): Uint8Array => hash(new Uint8Array(0))

/** A node of a tree of sums; sums are in a coin's smallest unit. */
export interface SumNode {
  readonly hash: Uint8Array
  readonly sum: bigint
}

/** Upper limit of a sum: more than any ledger holds, and far below the overflow of 16 bytes. */
export const SUMS_END = 2n ** 127n
const SUM_BYTES = 16

/** @throws {FairnessError} if the sum is negative or too large */
export function bytesOfSum(sum: bigint): Uint8Array {
  if (sum < 0n) throw new FairnessError('a sum is below zero')
  if (sum >= SUMS_END) throw new FairnessError('a sum is above the limit')
  const bytes = new Uint8Array(SUM_BYTES)
  const view = new DataView(bytes.buffer)
  view.setBigUint64(0, sum >> 64n)
  view.setBigUint64(8, BigInt.asUintN(64, sum))
  return bytes
}

/** @throws {FairnessError} if a leaf cannot have this sum */
export function sumLeaf(data: Uint8Array, sum: bigint, hash: Hash = sha256): SumNode {
  bytesOfSum(sum)
  return { hash: hashLeaf(data, hash), sum }
}

/** The hash covers each child's sum, not only their total: otherwise one could be made smaller and the other larger. */
export const joinSums =
  (hash: Hash = sha256): Join<SumNode> =>
  (left, right) => {
    const sum = left.sum + right.sum
    bytesOfSum(sum)
    return {
      hash: hash(concatBytes(NODE, bytesOfSum(left.sum), left.hash, bytesOfSum(right.sum), right.hash)),
      sum,
    }
  }

/** A range of leaves. */
export interface Part {
  readonly first: number
  readonly count: number
}

/**
 * Number of leaves in the left part.
 * @param count at least 2
 */
function leftOf(count: number): number {
  let left = 1
  while (left * 2 < count) left *= 2
  return left
}

/**
 * Joins nodes of one height, of which the last may be lower, up to their root.
 * @returns undefined for an empty list
 */
export function rootOf<Node>(nodes: readonly Node[], join: Join<Node>): Node | undefined {
  let level = nodes
  while (level.length > 1) {
    const next: Node[] = []
    for (let index = 0; index < level.length; index += 2) {
      const [left, right] = [level[index] as Node, level[index + 1]]
      next.push(right === undefined ? left : join(left, right))
    }
    level = next
  }
  return level[0]
}

/** The largest subtrees outside of `range`, from left to right. Together with the range they are the whole tree. */
export function partsBeside(size: number, range: Part): Part[] {
  const parts: Part[] = []
  const walk = (part: Part): void => {
    switch (placeOf(part, range)) {
      case 'outside':
        parts.push(part)
        return
      case 'inside':
        return
      case 'across':
        for (const half of halvesOf(part)) walk(half)
    }
  }
  walk({ first: 0, count: size })
  return parts
}

/**
 * Computes the root of a tree of `size` leaves from a run of its leaves and the roots of the subtrees beside them
 * (`partsBeside`).
 * @throws {FairnessError} if the path does not fit this place in such a tree
 */
export function rootFromRange<Node>({ size, first, leaves, path }: RangeProof<Node>, join: Join<Node>): Node {
  const range = { first, count: leaves.length }
  const isRange = Number.isSafeInteger(size) && Number.isSafeInteger(first) && first >= 0
  if (!isRange || range.count === 0 || first + range.count > size) {
    throw new FairnessError('the tree has no such leaves')
  }
  let used = 0
  const walk = (part: Part): Node => {
    const place = placeOf(part, range)
    if (place === 'outside') {
      const node = path[used]
      used += 1
      if (node === undefined) throw new FairnessError('the path is too short')
      return node
    }
    if (place === 'inside') {
      const from = part.first - first
      const inside = rootOf(leaves.slice(from, from + part.count), join)
      if (inside !== undefined) return inside
    }
    const [left, right] = halvesOf(part)
    const leftRoot = walk(left)
    return join(leftRoot, walk(right))
  }
  const root = walk({ first: 0, count: size })
  if (used !== path.length) throw new FairnessError('the path is too long')
  return root
}

export interface RangeProof<Node> {
  /** Leaves of the whole tree. */
  readonly size: number
  /** Index of the first of `leaves`, from 0. */
  readonly first: number
  readonly leaves: readonly Node[]
  readonly path: readonly Node[]
}

function halvesOf({ first, count }: Part): [Part, Part] {
  const left = leftOf(count)
  return [
    { first, count: left },
    { first: first + left, count: count - left },
  ]
}

function placeOf(part: Part, range: Part): 'inside' | 'outside' | 'across' {
  const [partEnd, rangeEnd] = [part.first + part.count, range.first + range.count]
  if (partEnd <= range.first || part.first >= rangeEnd) return 'outside'
  return part.first >= range.first && partEnd <= rangeEnd ? 'inside' : 'across'
}
