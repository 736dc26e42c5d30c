import { exportMore, type ExportList } from '#contract/account.ts'
import type { createExport } from '#features/play/history-export.ts'
import type { ServerAccount } from './server-account.ts'

/** The seals first: the proofs are for them. */
const LISTS = ['seals', 'sealedReceipts'] as const satisfies readonly ExportList[]

/** Writes the daily seals that hold something of the player, with all proofs. Fails as the API does. */
export async function writeSeals(
  { call }: Pick<ServerAccount, 'call'>,
  file: Pick<ReturnType<typeof createExport>, 'addProofs'>,
): Promise<void> {
  for (const list of LISTS) {
    let after: string | undefined
    do {
      const query = after === undefined ? {} : { after }
      const { items, next } = await call(exportMore, { params: { list }, query })
      file.addProofs(items.filter((item) => typeof item === 'object' && item !== null))
      after = next ?? undefined
    } while (after !== undefined)
  }
}
