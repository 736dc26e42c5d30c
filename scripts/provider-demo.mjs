import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { readOptions } from './lib/options.mjs'
import { stopWithParent } from './lib/stop-with-parent.mjs'

requireNode()
const { values } = readOptions({
  usage: `npm run provider:demo
npm run provider:demo -- --scenarios http://localhost:8080 [--players 64]

  Starts Demo Studio by itself: a provider with three games, which knows Koi by its protocol only. npm start does so too
  in practice mode. KOI_DEMO_PROVIDER_OPERATOR is the address of the server that it calls (http://127.0.0.1:8080), and
  that server needs KOI_DEMO_PROVIDER=http://127.0.0.1:8090 and the same DATA_DIR.

  --scenarios  plays what can go wrong between a provider and the wallet of a running practice server, with keys from
               DATA_DIR, and compares the sums of both
  --players    how many play at once at the end of it`,
  options: { scenarios: { type: 'string' }, players: { type: 'string' } },
})
try {
  ensureInstall()
  const { tsImport } = await import('tsx/esm/api')
  if (values.scenarios === undefined) {
    process.env.KOI_DEMO_PROVIDER_PORT ||= '8090'
    await tsImport('../demo-provider/main.ts', import.meta.url)
    stopWithParent()
  } else {
    const { runScenarios } = await tsImport('../demo-provider/scenarios/run.ts', import.meta.url)
    const folder = `${process.env.DATA_DIR || '.data'}/demo-provider`
    const players = Number(values.players ?? 64)
    const isFine = await runScenarios({ koi: values.scenarios, folder, players }, (line) => console.log(line))
    process.exit(isFine ? 0 : 1)
  }
} catch (error) {
  console.error(error)
  process.exit(2)
}
