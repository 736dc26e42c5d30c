import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuildFresh, outputDir } from './build-stamp.mjs'
import { buildAside } from './lib/build-aside.mjs'
import { addressAtHome, startDemoProvider, wantsDemoProvider } from './lib/demo-provider.mjs'
import { ensureInstall } from './lib/ensure-install.mjs'
import { freePort } from './lib/koi-process.mjs'
import { readOptions } from './lib/options.mjs'
import { stopWithParent } from './lib/stop-with-parent.mjs'

readOptions({
  usage: `npm start

  Installs the packages and builds the app where they are stale, then starts the server. It has no options:
  variables set it up, as in PORT=8081 npm start. docs/configuration.md lists them.`,
  options: {},
})

// Brings the checkout up to date, then becomes the server, so that signals reach it directly.
try {
  ensureInstall()
  if (!isBuildFresh()) {
    console.log('Building the app, which takes up to a minute …')
    buildAside()
  }
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
if (wantsDemoProvider()) {
  // The provider must know the server's address before the server knows the provider's.
  if (process.env.PORT === '0') process.env.PORT = String(await freePort())
  const operator = addressAtHome(process.env.HOST, process.env.PORT || 8080)
  try {
    process.env.KOI_DEMO_PROVIDER = (
      await startDemoProvider({ operator, distDir: outputDir(), comesAgain: true })
    ).url
  } catch (error) {
    console.error(`${error.message} Koi goes on without its games.`)
  }
}
await import(pathToFileURL(join(outputDir(), 'server', 'main.js')).href)
stopWithParent()
