import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

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
 * Switches for a quiet, headless-friendly Chromium that calls nobody. Only root on Linux, where the
 * sandbox cannot start, goes without it.
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

/** Where Playwright keeps its browsers, newest first. */
function playwrightBrowsers() {
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
  ]
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.split('-')[1]) - Number(a.split('-')[1]))
    .flatMap((name) => inside.map((path) => join(cache, name, path)))
}

/**
 * The path of a Chromium or Chrome on this machine, or undefined. `CHROMIUM_PATH` decides when it is set.
 * @returns {string | undefined}
 * @throws {Error} when `CHROMIUM_PATH` is set and leads nowhere
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (isExecutable(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH is ${chosen}, and no program is there.`)
  }
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const candidates = [
    process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH ?? '',
    ...(PLACES[platform()] ?? []),
    ...(platform() === 'win32' ? [] : onPath),
    ...playwrightBrowsers(),
  ]
  return candidates.find((path) => path !== '' && isExecutable(path))
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

/**
 * Finds Chromium, or installs it: with apt as root on Debian, else with Playwright, which also
 * brings the libraries when it runs as root.
 * @param {{ log?: (line: string) => void }} [options]
 * @returns {string} path of the program
 * @throws {Error} one sentence saying what to do
 */
export function ensureChromium({ log = console.log } = {}) {
  const found = findChromium()
  if (found) return found

  if (isRoot && isDebian()) {
    log('No Chromium found: installing it with apt-get …')
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
    const isUpdated = run('apt-get', ['update', '-qq'], quiet)
    if (isUpdated && run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet)) {
      const installed = findChromium()
      if (installed) return installed
    }
  }
  log('No Chromium found: installing one with Playwright …')
  const withLibraries = isRoot && platform() === 'linux' ? ['--with-deps'] : []
  run('npx', ['--no-install', 'playwright', 'install', ...withLibraries, 'chromium'])
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'No Chromium found and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH.',
  )
}
