import { writeFileSync } from 'node:fs'
import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { readOptions } from './lib/options.mjs'

requireNode()
const { values } = readOptions({
  usage: `npm run config -- --check | --print | --schema | --docs

  What Koi is configured with: environment variables, and the files that KOI_CONFIG and KOI_PROFILE name. Starts and changes nothing.

  --check   says whether both are right; ends with 1 and names path and reason when they are not
  --print   prints all that counts as JSON, with defaults; secrets only as set or not set
  --schema  writes docs/koi-config.schema.json and docs/koi-profile.schema.json, for editors
  --docs    writes docs/configuration.md`,
  options: {
    check: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
    schema: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
  },
})
if (!values.check && !values.print && !values.schema && !values.docs) {
  console.error('Say what to do: --check, --print, --schema or --docs.')
  process.exit(2)
}

const SCHEMA = 'docs/koi-config.schema.json'
const PROFILE_SCHEMA = 'docs/koi-profile.schema.json'
const DOCS = 'docs/configuration.md'
const placeOf = (path) => new URL(`../${path}`, import.meta.url)

try {
  ensureInstall({ keepStdoutClean: true })
  const { tsImport } = await import('tsx/esm/api')
  const load = (path) => tsImport(`../server/${path}`, import.meta.url)
  if (values.check || values.print) {
    const { checkConfig, printableConfig } = await load('config.command.ts')
    const unknown = checkConfig(process.env)
    if (unknown.length > 0) {
      console.error(`Unknown variables, perhaps mistyped: ${unknown.join(', ')}.`)
    }
    if (values.print) console.log(JSON.stringify(printableConfig(process.env), null, 2))
    else console.log('The configuration is right.')
  }
  if (values.schema) {
    const { koiFileJsonSchema, profileJsonSchema } = await load('config/file-schema-json.ts')
    writeFileSync(placeOf(SCHEMA), koiFileJsonSchema())
    writeFileSync(placeOf(PROFILE_SCHEMA), profileJsonSchema())
    console.log(`Wrote ${SCHEMA} and ${PROFILE_SCHEMA}`)
  }
  if (values.docs) {
    const { configurationDocs } = await load('configuration-docs.ts')
    const prettier = await import('prettier')
    const options = await prettier.resolveConfig(placeOf(DOCS))
    writeFileSync(
      placeOf(DOCS),
      await prettier.format(configurationDocs(), { ...options, parser: 'markdown' }),
    )
    console.log(`Wrote ${DOCS}`)
  }
} catch (error) {
  // An error that the operator can fix is one sentence.
  console.error(error.name === 'StartupError' ? error.message : error)
  process.exit(1)
}
