import { canonicalJson } from '#fair/canonical-json.ts'
import { hashLeaf, joinHashes, joinSums, partsBeside, rootOf, sumLeaf, type SumNode } from '#fair/merkle.ts'
import { hashText, NO_RECEIPT_BEFORE, type SignedReceipt } from '#fair/receipt.ts'
import { balanceLeafData, type SignedSeal } from '#fair/seal.ts'
import type { SealedBalance, SealedReceipts } from '#fair/seal-proofs.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

interface Leaf {
  readonly player: string
  readonly amount: string
  readonly coin: string
  readonly day: string
  readonly salt: string
}

export function createSealHouse(signText: (text: string) => SignedReceipt) {
  let prev = NO_RECEIPT_BEFORE
  const coin = 'usdt-tron'

  function seal(
    day: string,
    receipts: readonly string[],
    owed: Readonly<Record<string, readonly bigint[]>>,
    changes: Readonly<Record<string, unknown>> = {},
  ) {
    const hashes = receipts.map(hashText)
    const leaves = hashes.map((hash) => hashLeaf(Buffer.from(hash, 'hex')))
    const pieces = Object.entries(owed).flatMap(([player, amounts]) =>
      amounts.map((amount, index): Leaf => ({
        player,
        coin,
        day,
        amount: String(amount),
        salt: hashText(`${player} ${index}`).slice(0, 32),
      })),
    )
    const sums = pieces.map((piece) => sumLeaf(balanceLeafData(piece), BigInt(piece.amount)))
    const root = rootOf(sums, joinSums())
    const total = String(root?.sum ?? 0n)
    const text = canonicalJson({
      v: 1,
      type: 'seal',
      day,
      at: `${nextDay(day)}T00:05:00.000Z`,
      prev,
      build: { version: '1.0.0', files: null },
      receipts: {
        count: leaves.length,
        root: hex(rootOf(leaves, joinHashes()) ?? hashLeaf(Buffer.alloc(0))),
      },
      crash: { rounds: 0, root: hashText('') },
      coins: [
        {
          coin,
          decimals: 6,
          leaves: sums.length,
          total,
          root: hex(root?.hash ?? Buffer.alloc(32)),
          ledger: { available: total, house: String(-BigInt(total)) },
        },
      ],
      ...changes,
    })
    prev = hashText(text)
    const { kid, signature } = signText(text)
    const signed: SignedSeal = { seal: text, kid, signature }
    const sealedReceipts = (first: number, count: number): SealedReceipts => ({
      day,
      first,
      receipts: hashes.slice(first, first + count),
      path: partsBeside(leaves.length, { first, count }).map((part) =>
        hex(rootOf(leaves.slice(part.first, part.first + part.count), joinHashes()) as Uint8Array),
      ),
    })
    const sealedBalance = (player: string): SealedBalance => ({
      day,
      coin,
      player,
      pieces: pieces.flatMap((piece, index) =>
        piece.player === player
          ? [{ amount: piece.amount, salt: piece.salt, index, path: pathOf(sums, index) }]
          : [],
      ),
    })
    return { signed, sealedReceipts, sealedBalance }
  }

  return { seal }
}

const pathOf = (sums: readonly SumNode[], first: number) =>
  partsBeside(sums.length, { first, count: 1 }).map((part) => {
    const node = rootOf(sums.slice(part.first, part.first + part.count), joinSums()) as SumNode
    return { hash: hex(node.hash), sum: String(node.sum) }
  })

const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
