import type { Logger } from '#server/base/logger.ts'
import { createTronGrid, type TronGrid } from './tron-grid.ts'

export function openTron(
  { nodeUrl, ...grid }: Parameters<typeof createTronGrid>[0] & { readonly nodeUrl: string | null },
  logger?: Pick<Logger, 'warn'>,
): TronGrid {
  const index = createTronGrid(grid)
  return nodeUrl === null ? index : joinTron(index, createTronGrid({ url: nodeUrl, apiKey: null }), logger)
}

/**
 * Lists come from the index: only an index has them. Balances come from the node, so that they check the index. A
 * transaction counts as unknown only when both do not know it.
 */
export function joinTron(index: TronGrid, node: TronGrid, logger?: Pick<Logger, 'warn'>): TronGrid {
  return {
    ...index,
    balanceOf: (...question) => node.balanceOf(...question).catch(() => index.balanceOf(...question)),
    async transaction(txId) {
      const told = await index.transaction(txId)
      if (told?.isFinal) return told
      const known = await node.transaction(txId).catch(() => null)
      if (!told && known?.isFinal) {
        const fields = { alarm: 'node', chain: 'tron', node: 'TRONGRID_URL', txId }
        logger?.warn(fields, 'a node left out a transaction')
      }
      return known ?? told
    },
    async transfersOf(txId) {
      const told = await index.transfersOf(txId)
      return told.length > 0 ? told : node.transfersOf(txId).catch(() => told)
    },
  }
}
