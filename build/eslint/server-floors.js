/**
 * The floors of the server, lowest first. A folder may import folders on lower floors only, so no two folders can
 * import each other. Names in brackets are not folders: `floorNameOf` maps their files.
 */
export const SERVER_FLOORS = [
  ['base'],
  ['db'],
  ['feed', 'jobs'],
  ['coins', 'chains'],
  ['config'],
  ['identity'],
  ['catalogue', 'ledger', 'mail', 'promotions', 'rates'],
  ['messages'],
  ['balances', 'public-play', 'responsible-play'],
  ['deposits', 'push'],
  ['bonuses', 'wallet-deposits'],
  ['rewards'],
  ['gifts'],
  ['play'],
  ['crash', 'providers', 'win-links'],
  ['seal'],
  ['accounts'],
  ['wallets', 'withdrawals'],
  ['history', 'signer'],
  ['chain-check'],
  ['books'],
  ['operators'],
  ['live', 'transparency'],
  ['operator-views'],
  ['admin', 'backup'],
  ['http'],
  ['site', 'system'],
  ['(endpoints)'],
  ['(top)'],
]

const ENDPOINTS = /\.endpoints\.ts$/

/** The floor's entry for a project path of the server. */
function floorNameOf(path) {
  if (ENDPOINTS.test(path)) return '(endpoints)'
  const folder = path.split('/')[1]
  return folder.endsWith('.ts') ? '(top)' : folder
}

const heightOf = (name) => SERVER_FLOORS.findIndex((floor) => floor.includes(name))
const folderOf = (path) => path.split('/').slice(0, 2).join('/')

/**
 * Both are project paths; paths outside of the server have no fault.
 * @param {string} from
 * @param {string} target
 * @returns {string | undefined} the fault of importing `target` in `from`
 */
export function judgeServerImport(from, target) {
  const name = floorNameOf(from)
  const targetName = floorNameOf(target)
  for (const each of [name, targetName]) {
    if (heightOf(each) < 0)
      return `server/${each} has no floor yet: give it one in build/eslint/server-floors.js`
  }
  if (targetName === '(endpoints)' && name !== '(endpoints)') {
    return from === 'server/endpoints.ts' ? undefined : `Only server/endpoints.ts may import ${target}`
  }
  if (name === targetName) {
    const isWithin = name === '(top)' || folderOf(from) === folderOf(target)
    return isWithin ? undefined : `${from} may not import ${target}: domains meet in server/endpoints.ts`
  }
  if (heightOf(targetName) < heightOf(name)) return undefined
  return `${name} may not import ${targetName}: it lies no lower (build/eslint/server-floors.js)`
}
