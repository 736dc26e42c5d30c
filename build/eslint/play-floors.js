const ROOT = 'src/features/play/'

/**
 * The floors of `src/features/play`, lowest first. A folder may import the files beside the folders and folders on
 * lower floors, but none on its own floor or above. An unnamed folder is a game's: a game must not import another game.
 */
export const PLAY_FLOORS = [
  ['receipts', 'session'],
  ['sound'],
  ['fairness'],
  ['bet', 'stake'],
  ['auto'],
  ['controller'],
  ['controls', 'wins'],
  ['screen', 'history'],
  ['(games)', 'demo-engine', 'server-engine'],
  ['provider'],
]

/** The inner folder of a project path, or undefined for a file beside the folders. */
function folderOf(path) {
  const [folder, ...rest] = path.slice(ROOT.length).split('/')
  return rest.length === 0 ? undefined : folder
}

function heightOf(folder) {
  if (folder === undefined) return -1
  const height = PLAY_FLOORS.findIndex((floor) => floor.includes(folder))
  return height >= 0 ? height : PLAY_FLOORS.findIndex((floor) => floor.includes('(games)'))
}

/**
 * Both are project paths; paths outside of play have no fault.
 * @param {string} from
 * @param {string} target
 * @returns {string | undefined} the fault of importing `target` in `from`
 */
export function judgePlayImport(from, target) {
  if (!from.startsWith(ROOT) || !target.startsWith(ROOT)) return undefined
  const folder = folderOf(from)
  const targetFolder = folderOf(target)
  if (folder === targetFolder || heightOf(targetFolder) < heightOf(folder)) return undefined
  return `play/${folder ?? ''} may not import play/${targetFolder}: it lies no lower (build/eslint/play-floors.js)`
}
