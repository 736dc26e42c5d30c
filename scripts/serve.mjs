import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuildFresh, outputDir } from './build-stamp.mjs'
import { buildAside } from './lib/build-aside.mjs'
import { ensureInstall } from './lib/ensure-install.mjs'
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
await import(pathToFileURL(join(outputDir(), 'server', 'main.js')).href)
stopWithParent()
