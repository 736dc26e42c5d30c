import { aboutServerVariables } from '#server/config/config.ts'
import type { AboutVariable } from '#server/config/environment.ts'
import { aboutSignerVariables } from '#server/signer/signer-config.ts'
import { koiFileJsonSchema } from '#server/config/file-schema-json.ts'
import { REPLACED } from '#server/config/replaced-variables.ts'

/** docs/configuration.md, in the words of the schemas; Prettier sets its tables. */
export function configurationDocs(): string {
  const about = [...aboutServerVariables(), ...aboutSignerVariables()]
  const sections = SECTIONS.map(({ title, before, after = '' }) => {
    const rows = about.filter(([, { section }]) => section === title).map(rowOf)
    return `### ${title}\n\n${before}\n\n${tableOf(['Variable', 'Default', 'Needed', 'Meaning'], rows)}\n\n${after}`
  })
  const replaced = Object.entries(REPLACED).map(([name, key]) => [
    `\`${name}\``,
    `\`${key.replace(' and ', '`, `')}\``,
  ])
  return [
    INTRODUCTION,
    '## Environment variables',
    'For secrets, ports and addresses. An empty variable counts as one that is not set.',
    ...sections,
    FILE_INTRODUCTION,
    ...fileSections(),
    '## Where variables of before have gone',
    'A start with one of these set is refused, and says the same.',
    tableOf(['Variable', 'Key of `KOI_CONFIG`'], replaced),
  ].join('\n\n')
}

const INTRODUCTION = `# Configuration

<!-- Written by \`npm run config -- --docs\` from the schemas in server: change it there. -->

Without any configuration \`npm start\` serves practice money on <http://localhost:8080>. Environment variables hold secrets, ports and addresses; everything with a structure (chains, coins, fees, limits) is in one JSON file, which \`KOI_CONFIG\` names.

\`\`\`sh
npm run config -- --check   # is environment and file right? Names what is wrong, by its path
npm run config -- --print   # all that counts, with defaults; secrets only as set or not set
\`\`\`

A wrong value stops the start with a sentence that names its variable or its path in the file; a variable nobody knows, so perhaps a mistyped one, is named in the log.`

const FILE_INTRODUCTION = `## The file

\`\`\`sh
KOI_CONFIG=/etc/koi/koi.json npm start
\`\`\`

An example is [koi-config.example.json](koi-config.example.json). With \`"$schema"\` naming [koi-config.schema.json](koi-config.schema.json), an editor knows the keys; \`npm run config -- --schema\` writes it. A key that is not known is an error. Amounts and prices are texts in quotes, because they are exact. The file needs no secret: a node's address with a key in it is \`{ "env": "NAME" }\`. Server and signer read it alike; keep it where neither can write.

A key that is missing has its default. For live mode this is enough, beside its variables:

\`\`\`json
{
  "rates": { "sources": [{ "service": "coingecko" }, { "service": "defillama" }] }
}
\`\`\`

In practice mode a test network with \`node\` and \`recipient\` is used as it is; any other chain is a practice one in the database, on which the screen's button sends what the wallet would send, and whose contracts are made up.`

const SECTIONS: readonly { title: AboutVariable['section']; before: string; after?: string }[] = [
  { title: 'Every server', before: 'What each start may set.' },
  {
    title: 'Live mode',
    before:
      '`KOI_MODE=live` refuses to start until everything it needs is set, and names what is missing. In this release live mode means a real database, real mail, real chain names, and deposits and withdrawals of real USDT on TRON. Nothing moves deposits into the signer’s hot wallet by itself yet: the operator funds it. A database keeps to the money it began with, practice or real, and to its `KOI_SECRET_KEY`: a start with others is refused.',
  },
  { title: 'Prices', before: 'Sources and limits are `rates` in the file.' },
  { title: 'TRON', before: 'Fee and smallest amount of a withdrawal are `tron` in the file.' },
  {
    title: 'Wallets',
    before:
      'Nothing outside is asked unless a variable below, or a node in the file, says so. Players’ browsers speak to this server alone, and to WalletConnect’s relay while they use it: lists, logos, names, pictures and balances of wallets come through `/api`, so no service learns who looks at what.',
  },
  {
    title: 'Signer',
    before:
      '`npm run signer` signs and sends what players withdraw; without it, withdrawals wait. (Only with practice money in a data directory does the server do so itself, with a key made in `DATA_DIR/practice-signer.key`; stop it to use the commands below.) It wants the server’s `KOI_MODE`, `KOI_CONFIG`, `DATABASE_URL`, `KOI_SECRET_KEY`, `TRONGRID_API_KEY` and the variables that the file names, and:',
    after:
      'What it pays by itself is `signer` in the file. How it is used: [Operating Koi](operating.md#the-signer).',
  },
]

const rowOf = ([name, { meaning, unset, isNeededLive }]: readonly [string, AboutVariable]) => [
  `\`${name}\``,
  unset === undefined ? '' : `\`${unset}\``,
  isNeededLive ? 'live' : '',
  meaning,
]

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly description?: string
}

/** A table for each key at the top, with all that is below it. */
function fileSections(): string[] {
  const { properties = {} } = JSON.parse(koiFileJsonSchema()) as JsonSchema
  return Object.entries(properties)
    .filter(([, schema]) => schema.properties ?? schema.items)
    .map(([key, schema]) => {
      const rows = keysIn(schema.items ?? schema, '')
      const inside = schema.items ? `each of \`${key}\`` : `\`${key}\``
      return `### \`${key}\`\n\n${capital(schema.description ?? '')}. In ${inside}:\n\n${tableOf(['Key', 'Needed', 'Meaning'], rows)}`
    })
}

function keysIn({ properties = {}, required = [] }: JsonSchema, before: string): string[][] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const path = `${before}${key}`
    const below = schema.items?.properties ? schema.items : schema
    const row = [`\`${path}\``, required.includes(key) ? 'yes' : '', schema.description ?? '']
    return [row, ...keysIn(below, `${path}${below === schema ? '.' : '[].'}`)]
  })
}

const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
