import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { Arg, DockerfileParser, From, type Copy, type Env, type Instruction } from 'dockerfile-ast'

const ROOT = join(import.meta.dirname, '..', '..')
/** On the disk, unlike the folder of tests, and open to every user. */
const FOLDERS = '/var/tmp'

interface Stage {
  /** Root of its files. */
  readonly dir: string
  readonly env: Record<string, string>
  workdir: string
}

export interface ImageTree extends Stage {
  /** Folder of all stages. */
  readonly folder: string
}

/**
 * The files of an image, made without Docker: the steps of `Dockerfile` in folders of this machine, with its Node.
 * Base images are empty.
 */
export function buildImageTree(target: string): ImageTree {
  const folder = mkdtempSync(join(FOLDERS, 'koi-image-'))
  chmodSync(folder, 0o755)
  // There are no other users.
  const programs = join(folder, '.bin')
  mkdirSync(programs)
  writeFileSync(join(programs, 'chown'), '#!/bin/sh\n', { mode: 0o755 })

  const args = new Map<string, string>()
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const instruction of readDockerfile()) {
    if (instruction instanceof From) {
      const made = stages.get(target)
      if (made) return { ...made, folder }
      const name = instruction.getBuildStage() ?? ''
      const image = (instruction.getImage() ?? '').replace(
        /\$\{(\w+)\}/g,
        (_, arg: string) => args.get(arg) ?? '',
      )
      stage = openStage(join(folder, name), stages.get(image))
      stages.set(name, stage)
    } else if (stage) {
      runStep(instruction, stage, { stages, programs })
    } else if (instruction instanceof Arg) {
      const property = instruction.getProperty()
      if (property) args.set(property.getName(), property.getValue() ?? '')
    }
  }
  throw new Error(`Dockerfile has no stage ${target} before its last one`)
}

const readDockerfile = () =>
  DockerfileParser.parse(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).getInstructions()

function openStage(dir: string, base: Stage | undefined): Stage {
  mkdirSync(dir)
  if (base) run('cp', ['-a', `${base.dir}/.`, dir])
  return { dir, env: { ...base?.env }, workdir: base?.workdir ?? '/' }
}

interface Surroundings {
  readonly stages: ReadonlyMap<string, Stage>
  readonly programs: string
}

function runStep(instruction: Instruction, stage: Stage, { stages, programs }: Surroundings): void {
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      stage.workdir = instruction.getArgumentsContent() ?? '/'
      mkdirSync(join(stage.dir, stage.workdir), { recursive: true })
      break
    case 'ENV':
      for (const property of (instruction as Env).getProperties())
        stage.env[property.getName()] = property.getValue() ?? ''
      break
    case 'COPY':
      copyFiles(instruction as Copy, stage, stages)
      break
    case 'RUN':
      runCommand(instruction.getArgumentsContent() ?? '', stage, programs)
      break
    default:
    // How it is started.
  }
}

function copyFiles(copy: Copy, { dir, workdir }: Stage, stages: ReadonlyMap<string, Stage>): void {
  const words = copy.getArguments().map((argument) => argument.getValue())
  const from = copy.getFromFlag()?.getValue()
  const source = from ? stages.get(from)?.dir : ROOT
  if (source === undefined) throw new Error(`COPY --from=${from} names no stage`)
  const to = join(dir, workdir, words.at(-1) ?? '')
  const files = words.slice(0, -1)
  const isAll = from === undefined && files[0] === '.'
  // A folder gives its contents, and each of several files keeps its name.
  for (const file of isAll ? allowedFiles() : files) {
    const place = isAll || files.length > 1 ? join(to, basename(file)) : to
    mkdirSync(dirname(place), { recursive: true })
    run('cp', ['-aT', join(source, file), place])
  }
}

/** Names in the root of the repository that `.dockerignore` lets through. */
const allowedFiles = () =>
  readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))

/** Absolute paths of the command are those of the stage. */
function runCommand(command: string, { dir, workdir, env }: Stage, programs: string): void {
  const cwd = join(dir, workdir)
  if (command.startsWith('npm ci --include=dev')) {
    // The packages of this checkout: nothing of them gets into the image.
    run('cp', ['-al', join(ROOT, 'node_modules'), cwd])
    return
  }
  const inside = command.replace(/(?<=\s)\/(?=[a-z])/g, `${dir}/`)
  const options = {
    cwd,
    env: {
      HOME: process.env['HOME'],
      PATH: [programs, dirname(process.execPath), process.env['PATH']].join(delimiter),
      npm_config_prefer_offline: 'true',
      ...env,
    },
    encoding: 'utf8',
  } as const
  const made = spawnSync('sh', ['-c', inside], options)
  if (made.status === 0) return
  if (!command.startsWith('npm ci')) throw new Error(`RUN ${command}\n${made.stdout}${made.stderr}`)
  // Without a network: the packages of this checkout, less those that are not asked for.
  run('rm', ['-rf', join(cwd, 'node_modules')])
  run('cp', ['-a', join(ROOT, 'node_modules'), cwd])
  const pruned = inside.replace(/^npm ci --omit=dev/, 'npm prune --omit=dev --offline --ignore-scripts')
  const { status, stderr } = spawnSync('sh', ['-c', pruned], options)
  if (status !== 0) throw new Error(`RUN ${command}\n${made.stderr}${stderr}`)
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stderr}`)
}
