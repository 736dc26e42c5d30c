import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { Arg, Copy, DockerfileParser, Env, From, type Instruction } from 'dockerfile-ast'

const ROOT = join(import.meta.dirname, '..', '..')

interface Stage {
  /** Root of its files. */
  readonly dir: string
  readonly env: Record<string, string>
  workdir: string
}

/**
 * The files of an image, made without Docker: the `COPY` and `RUN` steps of `Dockerfile` in folders of this machine,
 * with its Node. Base images are empty.
 * @param target the stage
 */
export function buildImageTree(target: string): Stage & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'koi-image-'))
  chmodSync(folder, 0o755)
  const stages = new Map<string, Stage>()
  const args: Record<string, string> = {}
  let stage: Stage | undefined
  let name = ''
  for (const instruction of DockerfileParser.parse(
    readFileSync(join(ROOT, 'Dockerfile'), 'utf8'),
  ).getInstructions()) {
    if (instruction instanceof From) {
      if (name === target) break
      name = instruction.getBuildStage() ?? ''
      const base = stages.get(expand(instruction.getImage() ?? '', args))
      stage = { dir: join(folder, name), env: { ...base?.env }, workdir: base?.workdir ?? '/' }
      mkdirSync(stage.dir)
      if (base) run('cp', ['-a', `${base.dir}/.`, stage.dir])
      stages.set(name, stage)
    } else if (stage) step(instruction, stage, stages, folder)
    else if (instruction instanceof Arg) {
      const property = instruction.getProperty()
      args[property?.getName() ?? ''] = property?.getValue() ?? ''
    }
  }
  const made = stages.get(target)
  if (!made) throw new Error(`Dockerfile has no stage ${target}`)
  return { ...made, folder }
}

const expand = (text: string, args: Readonly<Record<string, string>>) =>
  text.replace(/\$\{(\w+)\}/g, (_, name: string) => args[name] ?? '')

function step(
  instruction: Instruction,
  stage: Stage,
  stages: ReadonlyMap<string, Stage>,
  folder: string,
): void {
  const words = instruction.getArguments().map((argument) => argument.getValue())
  const here = join(stage.dir, stage.workdir)
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      stage.workdir = words[0] ?? '/'
      mkdirSync(join(stage.dir, stage.workdir), { recursive: true })
      break
    case 'ENV':
      for (const property of (instruction as Env).getProperties())
        stage.env[property.getName()] = property.getValue() ?? ''
      break
    case 'COPY': {
      const from = (instruction as Copy).getFromFlag()?.getValue()
      const source = from === undefined || from === null ? ROOT : (stages.get(from)?.dir ?? '')
      const files = from ? words : words.flatMap((word) => (word === '.' ? allowed() : [word]))
      copy(source, files.slice(0, from || words[0] !== '.' ? -1 : undefined), {
        to: join(here, words.at(-1) ?? ''),
        isFolder: words.length > 2 || words[0] === '.' || words.at(-1) === './',
      })
      break
    }
    case 'RUN':
      runStep(instruction.getArgumentsContent() ?? '', stage, folder)
      break
    default:
  }
}

/** Names in the root of the repository that `.dockerignore` lets through. */
const allowed = () =>
  readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))

/** As `COPY` does: of a folder its contents, unless there are several sources. */
function copy(
  source: string,
  files: readonly string[],
  { to, isFolder }: { readonly to: string; readonly isFolder: boolean },
): void {
  for (const file of files) {
    const place = isFolder ? join(to, basename(file)) : to
    mkdirSync(join(place, '..'), { recursive: true })
    run('cp', ['-aT', join(source, file), place])
  }
}

/** Only the first command of a step may need the network. */
function runStep(command: string, { dir, workdir, env }: Stage, folder: string): void {
  const cwd = join(dir, workdir)
  if (command.startsWith('npm ci --include=dev')) {
    // The same packages as those of this checkout; nothing of them gets into the image.
    run('cp', ['-al', join(ROOT, 'node_modules'), cwd])
    return
  }
  // There are no other users.
  const stubs = join(folder, '.bin')
  mkdirSync(stubs, { recursive: true })
  writeFileSync(join(stubs, 'chown'), '#!/bin/sh\n', { mode: 0o755 })
  const inside = command.replace(/(?<=\s)\/(?=[a-z])/g, `${dir}/`)
  const options = {
    cwd,
    env: {
      HOME: process.env['HOME'],
      PATH: [stubs, join(process.execPath, '..'), process.env['PATH']].join(delimiter),
      ...env,
    },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  } as const
  const made = spawnSync('sh', ['-c', inside.replace('npm ci', 'npm ci --prefer-offline')], options)
  if (made.status === 0) return
  if (!command.startsWith('npm ci')) throw new Error(`RUN ${command}\n${made.stderr}`)
  // Without a network: the packages of this checkout, less those that are not asked for.
  run('cp', ['-a', join(ROOT, 'node_modules'), cwd])
  run('npm', ['prune', '--omit=dev', '--offline', '--no-audit', '--no-fund'], cwd)
  run('sh', ['-c', inside.replace(/^npm ci[^&]*&&/, '')], cwd)
}

function run(command: string, args: readonly string[], cwd = ROOT): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stderr}`)
}
