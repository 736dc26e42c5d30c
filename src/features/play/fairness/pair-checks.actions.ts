import { t } from '@lingui/core/macro'
import { toast } from '#ui/toast.ts'
import type { PastSeedPair, PlayEngine } from '#features/play/play-engine.ts'
import type { PlayReceipts } from '#features/play/play-receipts.ts'
import { pairChecks, type PairCheck } from './pair-checks.state.ts'
import { runPairCheck, type PairWorker } from './run-pair-check.ts'

const ALARM_MS = 10_000

const stops = new Map<string, AbortController>()

const createPairWorker = (): PairWorker =>
  new Worker(new URL('../receipts/verify-pair.worker.ts', import.meta.url), { type: 'module' })

/** Does nothing while a check of the pair is under way. It goes on whatever screen is shown meanwhile. */
export async function checkPair(
  { engine, receipts }: { readonly engine: PlayEngine; readonly receipts?: PlayReceipts | undefined },
  pair: PastSeedPair,
  createWorker = createPairWorker,
): Promise<void> {
  const hash = pair.serverSeedHash
  if (pair.betCount === 0 || pairChecks.get().get(hash)?.status === 'working') return
  const stop = new AbortController()
  stops.set(hash, stop)
  const show = (check: PairCheck) => pairChecks.set(new Map(pairChecks.get()).set(hash, check))
  const showCount = (count: number) =>
    show({ pair, status: 'working', count, isStopping: stop.signal.aborted })
  showCount(0)
  try {
    const checked = await runPairCheck({
      pair,
      createWorker,
      onCount: showCount,
      stop: stop.signal,
      bets: (serverSeedHash, cursor) => engine.seeds.bets(serverSeedHash, cursor),
      chain: engine.seeds.receipts,
      kept: receipts && (() => receipts.kept()),
      keysFor: receipts && ((signed) => receipts.keysFor(signed)),
    })
    show({ pair, status: 'done', ...checked })
    if (checked.report.faultCount > 0) {
      toast({
        message: t`Something is wrong with revealed bets. Open Seeds to see what.`,
        durationMs: ALARM_MS,
      })
    }
  } catch {
    show({ pair, status: 'broken' })
  } finally {
    stops.delete(hash)
  }
}

/** Ends a check early, with a report of the bets so far. */
export function stopPairCheck(hash: string): void {
  const check = pairChecks.get().get(hash)
  if (check?.status !== 'working') return
  stops.get(hash)?.abort()
  pairChecks.set(new Map(pairChecks.get()).set(hash, { ...check, isStopping: true }))
}
