import { createHash } from 'node:crypto'
import {
  bytesOfSum,
  joinHashes,
  joinSums,
  partsBeside,
  rootOf,
  type Hash,
  type Join,
  type Part,
  type SumNode,
} from '#fair/merkle.ts'
import type { Database } from '#server/db/tables.ts'

/** Leaves of a row. A power of two, so that the root over them is a node of the tree. */
export const LEAVES_PER_ROW = 1_024

export const hashByNode: Hash = (bytes) => createHash('sha256').update(bytes).digest()

export interface TreeKind<Node> {
  readonly join: Join<Node>
  readonly bytes: number
  write(node: Node): Uint8Array
  read(bytes: Uint8Array): Node
}

const HASH_BYTES = 32

export const HASHES: TreeKind<Uint8Array> = {
  join: joinHashes(hashByNode),
  bytes: HASH_BYTES,
  write: (node) => node,
  read: (bytes) => bytes,
}

export const SUMS: TreeKind<SumNode> = {
  join: joinSums(hashByNode),
  bytes: HASH_BYTES + 16,
  write: ({ hash, sum }) => Buffer.concat([hash, bytesOfSum(sum)]),
  read: (bytes) => ({
    hash: bytes.subarray(0, HASH_BYTES),
    sum: BigInt(`0x${Buffer.from(bytes.subarray(HASH_BYTES)).toString('hex')}`),
  }),
}

export const RECEIPTS_TREE = 'receipts'
export const balancesTree = (coin: string): string => `balances ${coin}`

interface Place {
  readonly day: string
  readonly tree: string
}

/** @param leaves beginning with the first one of a row; only the tree's last row may have fewer */
export async function storeLeaves<Node>(
  trx: Database,
  { day, tree }: Place,
  kind: TreeKind<Node>,
  { firstRow, leaves }: { readonly firstRow: number; readonly leaves: readonly Node[] },
): Promise<void> {
  const rows = []
  for (let from = 0; from < leaves.length; from += LEAVES_PER_ROW) {
    const part = leaves.slice(from, from + LEAVES_PER_ROW)
    const root = rootOf(part, kind.join)
    if (root === undefined) continue
    rows.push({
      day,
      tree,
      ordinal: firstRow + rows.length,
      leaves: Buffer.concat(part.map((node) => kind.write(node))),
      root: Buffer.from(kind.write(root)),
    })
  }
  if (rows.length > 0) await trx.insertInto('seal_leaves').values(rows).execute()
}

/** From left to right. */
export async function readRoots<Node>(
  db: Database,
  { day, tree }: Place,
  kind: TreeKind<Node>,
): Promise<Node[]> {
  const rows = await db
    .selectFrom('seal_leaves')
    .select(['ordinal', 'root'])
    .where('day', '=', day)
    .where('tree', '=', tree)
    .orderBy('ordinal')
    .execute()
  if (rows.some(({ ordinal }, index) => ordinal !== index)) {
    throw new Error(`Rows of the tree ${tree} of ${day} are missing`)
  }
  return rows.map(({ root }) => kind.read(root))
}

/** As `rootFromRange` takes them. */
export async function readPath<Node>(
  db: Database,
  place: Place,
  kind: TreeKind<Node>,
  { size, range }: { readonly size: number; readonly range: Part },
): Promise<Node[]> {
  const parts = partsBeside(size, range)
  const isSmall = ({ count }: Part) => count < LEAVES_PER_ROW
  const rowOf = ({ first }: Part) => Math.floor(first / LEAVES_PER_ROW)
  const rows = await readRows(db, place, kind, [...new Set(parts.filter(isSmall).map(rowOf))])
  const roots = parts.every(isSmall) ? [] : await readRoots(db, place, kind)
  return parts.map((part) => {
    const from = part.first % LEAVES_PER_ROW
    const nodes = isSmall(part)
      ? (rows.get(rowOf(part)) ?? []).slice(from, from + part.count)
      : roots.slice(rowOf(part), Math.ceil((part.first + part.count) / LEAVES_PER_ROW))
    const root = rootOf(nodes, kind.join)
    if (root === undefined) throw new Error(`Leaves of the tree ${place.tree} of ${place.day} are missing`)
    return root
  })
}

async function readRows<Node>(
  db: Database,
  { day, tree }: Place,
  kind: TreeKind<Node>,
  ordinals: readonly number[],
): Promise<Map<number, Node[]>> {
  if (ordinals.length === 0) return new Map()
  const rows = await db
    .selectFrom('seal_leaves')
    .select(['ordinal', 'leaves'])
    .where('day', '=', day)
    .where('tree', '=', tree)
    .where('ordinal', 'in', ordinals)
    .execute()
  return new Map(
    rows.map(({ ordinal, leaves }) => [
      ordinal,
      Array.from({ length: leaves.length / kind.bytes }, (_, index) =>
        kind.read(leaves.subarray(index * kind.bytes, (index + 1) * kind.bytes)),
      ),
    ]),
  )
}
