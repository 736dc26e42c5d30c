import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  emptyRoot,
  hashLeaf,
  joinHashes,
  joinSums,
  partsBeside,
  rootFromRange,
  rootOf,
  sumLeaf,
  SUMS_END,
  type SumNode,
} from '#fair/merkle.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const sha256 = (...parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const bytes = (text: string) => Buffer.from(text)

/** RFC 6962, section 2.1, word for word. */
function mth(data: readonly Uint8Array[]): Uint8Array {
  const [first] = data
  if (first === undefined) return sha256()
  if (data.length === 1) return sha256(Uint8Array.of(0), first)
  const k = 2 ** Math.floor(Math.log2(data.length - 1))
  return sha256(Uint8Array.of(1), mth(data.slice(0, k)), mth(data.slice(k)))
}

const dataOf = (count: number) => Array.from({ length: count }, (_, index) => bytes(`leaf ${index}`))
const join = joinHashes()
const rootOfData = (data: readonly Uint8Array[]) =>
  rootOf(
    data.map((each) => hashLeaf(each)),
    join,
  )

function prove<Node>(
  leaves: readonly Node[],
  first: number,
  count: number,
  joined: (left: Node, right: Node) => Node,
) {
  const path = partsBeside(leaves.length, { first, count }).map(
    (part) => rootOf(leaves.slice(part.first, part.first + part.count), joined) as Node,
  )
  return { size: leaves.length, first, leaves: leaves.slice(first, first + count), path }
}

describe('a tree of hashes', () => {
  it('has the roots of RFC 6962 for every number of leaves', () => {
    expect(hex(emptyRoot())).toBe(hex(mth([])))
    for (let count = 1; count <= 70; count += 1) {
      const data = dataOf(count)
      expect([count, hex(rootOfData(data) ?? bytes(''))]).toEqual([count, hex(mth(data))])
    }
  })

  it('proves every range of leaves, and rejects any other place, size or leaf', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), fc.nat(), (size, from, length) => {
        const leaves = dataOf(size).map((each) => hashLeaf(each))
        const first = from % size
        const count = 1 + (length % (size - first))
        const root = hex(rootOf(leaves, join) ?? bytes(''))
        const proof = prove(leaves, first, count, join)
        const rootFrom = (changed: Partial<typeof proof>) => {
          try {
            return hex(rootFromRange({ ...proof, ...changed }, join))
          } catch {
            return 'refused'
          }
        }
        expect(rootFrom({})).toBe(root)
        const strange = hashLeaf(bytes('strange'))
        for (let index = 0; index < count; index += 1) {
          const changed = proof.leaves.map((each, at) => (at === index ? strange : each))
          expect(rootFrom({ leaves: changed })).not.toBe(root)
        }
        for (let index = 0; index < proof.path.length; index += 1) {
          const other = proof.path.map((each, at) => (at === index ? strange : each))
          expect(rootFrom({ path: other })).not.toBe(root)
          expect(rootFrom({ path: proof.path.filter((_, at) => at !== index) })).not.toBe(root)
        }
        expect(rootFrom({ path: [...proof.path, strange] })).toBe('refused')
        for (const place of [first - 1, first + 1, first + 0.5, -1, size]) {
          expect(rootFrom({ first: place })).not.toBe(root)
        }
        expect(rootFrom({ leaves: [] })).toBe('refused')
        if (proof.path.length > 1 && hex(proof.path[0] ?? strange) !== hex(proof.path[1] ?? strange)) {
          expect(rootFrom({ path: [...proof.path].reverse() })).not.toBe(root)
        }
      }),
    )
  })

  it('never treats a node as a leaf: the preimage of a node is no receipt', () => {
    const data = dataOf(2)
    const [left, right] = data.map((each) => hashLeaf(each))
    if (!left || !right) throw new Error('No leaves')
    const node = Buffer.concat([left, right])
    expect(hex(hashLeaf(node))).not.toBe(hex(join(left, right)))
    expect(hex(hashLeaf(Buffer.concat([Uint8Array.of(1), node])))).not.toBe(hex(join(left, right)))
  })

  it('has a different root when its last leaf is duplicated', () => {
    for (const count of [1, 3, 5, 7, 13]) {
      const data = dataOf(count)
      const doubled = [...data, data.at(-1) ?? bytes('')]
      expect(hex(rootOfData(doubled) ?? bytes(''))).not.toBe(hex(rootOfData(data) ?? bytes('')))
    }
  })
})

describe('a tree of sums', () => {
  const sums = joinSums()
  const leavesOf = (amounts: readonly bigint[]) =>
    amounts.map((amount, index) => sumLeaf(bytes(`${index} has ${amount}`), amount))
  const rootFrom = (proof: Parameters<typeof rootFromRange<SumNode>>[0]) => rootFromRange(proof, sums)

  it('adds up and proves every leaf', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 2n ** 63n }), { minLength: 1, maxLength: 40 }),
        (amounts) => {
          const leaves = leavesOf(amounts)
          const root = rootOf(leaves, sums)
          expect(root?.sum).toBe(amounts.reduce((all, each) => all + each, 0n))
          for (let index = 0; index < leaves.length; index += 1) {
            const found = rootFrom(prove(leaves, index, 1, sums))
            expect([hex(found.hash), found.sum]).toEqual([hex(root?.hash ?? bytes('')), root?.sum])
          }
        },
      ),
    )
  })

  it('refuses a sum below zero anywhere, so that the house cannot hide a debt', () => {
    const leaves = leavesOf([500n, 700n, 900n])
    expect(() => sumLeaf(bytes('debt'), -1n)).toThrow('below zero')
    const proof = prove(leaves, 0, 1, sums)
    const path = proof.path.map((node) => ({ ...node, sum: -500n }))
    expect(() => rootFrom({ ...proof, path })).toThrow('below zero')
  })

  it('refuses a sum that is too large, so that it cannot overflow', () => {
    const huge = { hash: hashLeaf(bytes('huge')), sum: SUMS_END - 1n }
    const [leaf] = leavesOf([1n])
    if (!leaf) throw new Error('No leaf')
    expect(() => rootFrom({ size: 2, first: 0, leaves: [leaf], path: [huge] })).toThrow('above the limit')
    expect(() => sumLeaf(bytes('huge'), SUMS_END)).toThrow('above the limit')
  })

  it('has both sums in each node, so that no amount moves from one side to the other', () => {
    const [one, two] = leavesOf([500n, 700n])
    if (!one || !two) throw new Error('No leaves')
    const honest = sums(one, two)
    const moved = sums({ ...one, sum: 700n }, { ...two, sum: 500n })
    expect(moved.sum).toBe(honest.sum)
    expect(hex(moved.hash)).not.toBe(hex(honest.hash))
    const swapped = sums(two, one)
    expect(hex(swapped.hash)).not.toBe(hex(honest.hash))
  })
})
