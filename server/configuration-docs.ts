import { aboutAllVariables } from './all-variables.ts'
import type { AboutVariable } from '#server/config/environment.ts'
import { koiFileJsonSchema, profileJsonSchema } from '#server/config/file-schema-json.ts'
import { REPLACED } from '#server/config/replaced-variables.ts'

/** docs/configuration.md, from the schemas; Prettier formats its tables. */
export function configurationDocs(): string {
  const about = aboutAllVariables()
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
    ...fileSections(koiFileJsonSchema()),
    PROFILE_INTRODUCTION,
    ...fileSections(profileJsonSchema(), ' of the profile'),
    '## Variables of earlier releases',
    'A start with one of these set is refused, and the message names the key.',
    tableOf(['Variable', 'Key of `KOI_CONFIG`'], replaced),
  ].join('\n\n')
}

const INTRODUCTION = `# Configuration

<!-- Written by \`npm run config -- --docs\` from the schemas in server: change it there. -->

Without any configuration \`npm start\` serves practice money on <http://localhost:8080>. Environment variables hold secrets, ports and addresses. Chains, coins, fees and limits are in one JSON file, which \`KOI_CONFIG\` names.

\`\`\`sh
npm run config -- --check   # checks environment and file, and names the path of what is wrong
npm run config -- --print   # prints all settings with defaults; secrets only as set or not set
\`\`\`

A wrong value stops the start. A sentence then names its variable, or its path in the file. A variable that Koi does not know although it begins like one of its own (\`KOI_\`, \`DATABASE_\`, \`SIGNER_\` and so on) is named in the log: it is mistyped, or of another release.`

const FILE_INTRODUCTION = `## The file

\`\`\`sh
KOI_CONFIG=/etc/koi/koi.json npm start
\`\`\`

An example is [koi-config.example.json](koi-config.example.json). When \`"$schema"\` names [koi-config.schema.json](koi-config.schema.json), an editor knows the keys. \`npm run config -- --schema\` writes that schema. An unknown key is an error. Amounts and prices are in quotes, because they are exact. The file needs no secrets: write \`{ "env": "NAME" }\` for a node's address that has a key in it. Server and signer read the same file. Keep it where neither can write.

A missing key has its default. For live mode, the needed variables and this file are enough:

\`\`\`json
{
  "rates": { "sources": [{ "service": "coingecko" }, { "service": "defillama" }] }
}
\`\`\`

In practice mode, a test network with \`node\` and \`recipient\` is really used. Any other chain is a practice chain in the database. A button on the screen sends there what the wallet would send, and its contracts are invented.`

const PROFILE_INTRODUCTION = `## The profile

What an operator may offer depends on the country. The profile says it, the server enforces it, and the app obeys. \`KOI_PROFILE=open\` is the default and allows everything. \`KOI_PROFILE=uk\` follows the British rules below. Any other value is the path of a JSON file: copy one of [server/config/profiles](../server/config/profiles). A missing key is as in \`open\`.

| \`uk\` | Rule |
| --- | --- |
| no auto-play | each game cycle is committed individually (UKGC RTS 8A, 17 January 2025) |
| no instant mode | no turbo, quick spin or slam stop (RTS 14E) |
| 2.5 seconds from spin to spin of Pond Reels, 5 seconds in all other games | RTS 14D and 14G |
| at most $2.00 a spin of Pond Reels | £5, and £2 for players of 18 to 24 (9 April and 21 May 2025) |
| session’s result and clock always shown: in every profile | RTS 2E and 13C |
| no bonuses on deposits | wagering of 10 times at most (LCCP 5.1.1, 19 January 2026); the offers that Koi ships take 500 |

Koi does not know how old a player is, beyond the word that it is 18 or more. So the limit of the youngest holds for all. It is in dollars and a little stricter than in pounds as long as a pound is worth more than a dollar. This is not legal advice, and these are not all the rules of that country.

An offer that has to be bet more often than \`bonus.maxWagerMultiple\` stops the start. The multiple is 1 ÷ (house edge × share that a bet releases): the welcome bonus releases 20% of an edge of 1%, which is 500.`

const SECTIONS: readonly { title: AboutVariable['section']; before: string; after?: string }[] = [
  { title: 'Every server', before: 'Each start may set these.' },
  {
    title: 'Live mode',
    before:
      '`KOI_MODE=live` refuses to start until everything it needs is set, and names what is missing. In this release live mode means a real database, real mail, deposits and withdrawals of real USDT on TRON, and of real coins on the EVM chains in the file. Nothing moves deposits into the signer’s hot wallet by itself yet: the operator must send money to it. A database always keeps the kind of money it began with, practice or real, and its `KOI_SECRET_KEY`: a start with another one is refused.',
  },
  { title: 'Prices', before: 'Sources and limits are `rates` in the file.' },
  { title: 'TRON', before: 'Fee and smallest amount of a withdrawal are `tron` in the file.' },
  {
    title: 'Wallets',
    before:
      'Koi asks no outside service unless a variable below, or a node in the file, says so. Players’ browsers connect only to this server, and to WalletConnect’s relay while they use it. Lists, logos, names, pictures and balances of wallets come through `/api`, so no service learns which player looks at what.',
  },
  {
    title: 'Console',
    before:
      'Where operators work: see [The console](operating.md#the-console). From which sum on two of them must agree is `operator` in the file.',
  },
  {
    title: 'Signer',
    before:
      '`npm run signer` signs and sends what players withdraw; without it, withdrawals wait. (With practice money in a data directory the server does this itself, with a key that it makes in `DATA_DIR/practice-signer.key`. Stop the server before you use the signer’s commands then.) It needs the server’s `KOI_MODE`, `KOI_CONFIG`, `DATABASE_URL`, `KOI_SECRET_KEY`, `TRONGRID_API_KEY` and the variables that the file names, and:',
    after:
      'What it pays by itself is `signer` in the file. How it is used: [Operating Koi](operating.md#the-signer).',
  },
  {
    title: 'Backups',
    before:
      '`npm run backup` needs the first of these, and the database by one of the others. `npm run backup -- check` also needs what the server has, `KOI_SECRET_KEY` included. How it is used: [Operating Koi](operating.md#backups).',
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

function fileSections(jsonSchema: string, of = ''): string[] {
  const { properties = {} } = JSON.parse(jsonSchema) as JsonSchema
  return Object.entries(properties)
    .filter(([, schema]) => schema.properties ?? schema.items)
    .map(([key, schema]) => {
      const rows = keysIn(schema.items ?? schema, '')
      const inside = schema.items ? `each of \`${key}\`` : `\`${key}\``
      return `### \`${key}\`${of}\n\n${capital(schema.description ?? '')}. In ${inside}:\n\n${tableOf(['Key', 'Needed', 'Meaning'], rows)}`
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
