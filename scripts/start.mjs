// This file uses old syntax, so that any Node with modules can read it and report its version.
var version = process.versions.node.split('.').map(Number)

if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error(
    'Koi needs Node 20.19 or newer, and this is ' + process.versions.node + ': see https://nodejs.org.',
  )
  process.exit(1)
}

import('./serve.mjs').catch(function (error) {
  console.error(error)
  process.exit(1)
})
