const ROOT = 'src/features/play/'

/**
 * The floors of `src/features/play`, lowest first. A folder may import the files beside the folders and the floors
 * beneath its own, nothing beside or above it. A folder that is not named is a game's: a game knows no other game.
 */
export const PLAY_FLOORS = [
  ['receipts', 'session'],
  ['fairness'],
  ['bet', 'stake'],
  ['auto'],
  ['controller'],
  ['controls'],
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
 * Says what is wrong with importing `target` in `from`, both project paths; undefined when nothing is, or when one
 * of them is no part of play.
 * @param {string} from
 * @param {string} target
 * @returns {string | undefined}
 */
export function judgePlayImport(from, target) {
  if (!from.startsWith(ROOT) || !target.startsWith(ROOT)) return undefined
  const folder = folderOf(from)
  const targetFolder = folderOf(target)
  if (folder === targetFolder || heightOf(targetFolder) < heightOf(folder)) return undefined
  return `play/${folder ?? ''} may not import play/${targetFolder}: it lies no lower (build/eslint/play-floors.js)`
}
