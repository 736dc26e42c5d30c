import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

/** Chromium without its windows: the same engine, which opens a page with a third of the work. */
const SHELL_NAMES = ['chromium-headless-shell', 'headless_shell', 'chrome-headless-shell']

const PLACES = {
  linux: [...NAMES.map((name) => `/usr/bin/${name}`), '/snap/bin/chromium', '/opt/google/chrome/chrome'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(homedir(), 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
    .map((name) => process.env[name])
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Chromium/Application/chrome.exe'),
    ]),
}

const isRoot = process.getuid?.() === 0

/**
 * A quiet, headless Chromium without own network calls. The sandbox is off only for root on Linux, where it cannot
 * start.
 */
export const chromiumArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=MediaRouter,OptimizationHints,Translate',
  ...(isRoot && platform() === 'linux' ? ['--no-sandbox'] : []),
]

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Playwright's browsers of the kind `chromium` or `chromium_headless_shell`, newest first. */
function playwrightBrowsers(kind) {
  const own = process.env.PLAYWRIGHT_BROWSERS_PATH
  const cache =
    own && own !== '0'
      ? own
      : {
          linux: join(homedir(), '.cache/ms-playwright'),
          darwin: join(homedir(), 'Library/Caches/ms-playwright'),
          win32: join(process.env.LOCALAPPDATA ?? '', 'ms-playwright'),
        }[platform()]
  if (!cache || !existsSync(cache)) return []
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
    'chrome-linux/headless_shell',
    'chrome-headless-shell-linux64/chrome-headless-shell',
    'chrome-mac/headless_shell',
    'chrome-headless-shell-mac-x64/chrome-headless-shell',
    'chrome-headless-shell-mac-arm64/chrome-headless-shell',
    'chrome-win/headless_shell.exe',
    'chrome-headless-shell-win64/chrome-headless-shell.exe',
  ]
  return readdirSync(cache)
    .filter((name) => name.startsWith(`${kind}-`))
    .sort((a, b) => Number(b.split('-')[1]) - Number(a.split('-')[1]))
    .flatMap((name) => inside.map((path) => join(cache, name, path)))
}

/** Programs of these names in the folders of PATH. */
const onPath = (names) =>
  platform() === 'win32'
    ? []
    : (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))

/** The browser of `CHROMIUM_PATH`, which overrides all others. */
function chosenBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && !isExecutable(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, and no program is there.`)
  return chosen || undefined
}

/**
 * The path of a Chromium or Chrome on this machine, or undefined. `CHROMIUM_PATH` overrides it.
 * @returns {string | undefined}
 * @throws {Error} when `CHROMIUM_PATH` is set and does not exist
 */
export function findChromium() {
  return (
    chosenBrowser() ??
    [
      process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH ?? '',
      ...(PLACES[platform()] ?? []),
      ...onPath(NAMES),
      ...playwrightBrowsers('chromium'),
    ].find((path) => path !== '' && isExecutable(path))
  )
}

/**
 * The browser for journeys: Chromium's headless shell if it is installed, else any Chromium.
 * @returns {string | undefined}
 * @throws {Error} when `CHROMIUM_PATH` is set and does not exist
 */
export function findTestBrowser() {
  return (
    chosenBrowser() ??
    [...onPath(SHELL_NAMES), ...playwrightBrowsers('chromium_headless_shell')].find(isExecutable) ??
    findChromium()
  )
}

/** Debian's own Chromium; Ubuntu's package of that name is a stub for snap. */
function isDebian() {
  if (!existsSync('/etc/os-release')) return false
  return (
    /^ID=["']?debian["']?$/m.test(readFileSync('/etc/os-release', 'utf8')) && existsSync('/usr/bin/apt-get')
  )
}

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell: platform() === 'win32',
  })
  return status === 0
}

const hasApt = () => isRoot && isDebian()

function installWithApt(packages) {
  console.log(`Installing ${packages.join(' and ')} with apt-get …`)
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  const apt = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  return run('apt-get', ['update', '-qq'], quiet) && run('apt-get', apt, quiet)
}

/** Playwright also installs the libraries when it runs as root. */
function install({ debian, playwright }) {
  if (hasApt() && installWithApt(debian) && findChromium()) return
  console.log('Installing Chromium with Playwright …')
  const withLibraries = isRoot && platform() === 'linux' ? ['--with-deps'] : []
  run('npx', ['--no-install', 'playwright', 'install', ...withLibraries, ...playwright])
}

/** Installs a browser if `find` finds none. */
function ensure(find, wanted) {
  if (!findChromium()) install(wanted)
  const found = find()
  if (found) return found
  throw new Error(
    'No Chromium found and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH.',
  )
}

/**
 * Finds Chromium, or installs it.
 * @returns {string} path of the program
 * @throws {Error} one sentence with the next step
 */
export const ensureChromium = () =>
  ensure(findChromium, { debian: ['chromium'], playwright: ['--no-shell', 'chromium'] })

/**
 * Finds Chromium, or installs it together with its headless shell.
 * @returns {string} path of the browser for most journeys; a few need Chromium itself
 * @throws {Error} one sentence with the next step
 */
export function ensureTestBrowsers() {
  const shell = 'chromium-headless-shell'
  const found = ensure(findTestBrowser, { debian: ['chromium', shell], playwright: ['chromium'] })
  // Chromium alone opens a page with three times the work. Without the network the journeys run in it all the same.
  const isShellMissing = !chosenBrowser() && found === findChromium() && hasApt()
  return isShellMissing && installWithApt([shell]) ? (findTestBrowser() ?? found) : found
}
