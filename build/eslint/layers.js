import { posix, relative, sep } from 'node:path'
import { DOM_FREE_LIB, LAYERS, SINGLETONS } from './layer-table.js'
import { judgePlayImport } from './play-floors.js'
import { judgeServerImport } from './server-floors.js'

/** Aliases of package.json "imports": the first segment is a folder of src, or the server. */
const ALIAS = /^#([a-z0-9-]+)\/(.*)$/

/** A `*` at the end of the pattern matches any rest. */
function matches(pattern, specifier) {
  return pattern.endsWith('*') ? specifier.startsWith(pattern.slice(0, -1)) : specifier === pattern
}

/** The layer of a project path, deepest root first; undefined outside the product. */
function layerOf(path) {
  return LAYERS.filter(({ root }) => path === root || path.startsWith(`${root}/`)).toSorted(
    (a, b) => b.root.length - a.root.length,
  )[0]
}

/** The folder of a layer whose folders stand alone, for example `features/wallet`. */
function islandOf(layer, path) {
  return layer.isSplit ? path.split('/').slice(0, 3).join('/') : layer.root
}

/** The project path of an import, or undefined for a package. */
function resolve(specifier, from) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier.split('?')[0])
  const alias = ALIAS.exec(specifier)
  if (!alias) return undefined
  const [, folder, rest] = alias
  return folder === 'server' ? `server/${rest}` : `src/${folder}/${rest}`
}

/**
 * @param {{ from: string, specifier: string, isType: boolean }} edge
 * @returns {string | undefined} the fault of an import in `from`, a project path
 */
export function judgeImport({ from, specifier, isType }) {
  const layer = layerOf(from)
  if (!layer) return undefined
  const target = resolve(specifier, from)
  if (target === undefined) return judgePackage(layer, from, specifier)

  const targetLayer = layerOf(target)
  if (!targetLayer) return `${layer.name} may not import ${target}: it is no part of the product`
  if (targetLayer === layer) {
    if (layer.name === 'server') return judgeServerImport(from, target)
    const island = islandOf(layer, from)
    if (islandOf(layer, target) === island) return judgePlayImport(from, target)
    return `${island} may not import ${islandOf(layer, target)}: two features meet in a route or in the shell`
  }
  if (layer.name === 'sw' && targetLayer.name === 'lib' && !isType && !DOM_FREE_LIB.test(target)) {
    return `sw may only import the DOM-free files of lib (DOM_FREE_LIB in build/eslint/layer-table.js)`
  }
  if (layer.may.includes(targetLayer.name)) return undefined
  if (layer.mayTypes?.includes(targetLayer.name)) {
    return isType ? undefined : `${layer.name} may import only types from ${targetLayer.name} (import type)`
  }
  return `${layer.name} may not import ${targetLayer.name}`
}

function judgePackage(layer, from, specifier) {
  // Virtual modules and assets of packages (`virtual:uno.css`, a font's stylesheet) have no code.
  if (specifier.startsWith('virtual:') || /\.(?:css|woff2|svg)(?:\?|$)/.test(specifier)) return undefined
  const singleton = SINGLETONS.find((entry) => matches(entry.package, specifier))
  if (singleton)
    return singleton.file === from ? undefined : `Only ${singleton.file} may import ${singleton.package}`
  if (layer.only && !layer.only.some((pattern) => matches(pattern, specifier))) {
    return `${layer.name} may import no package but ${layer.only.join(', ')}`
  }
  if (layer.denies?.some((pattern) => matches(pattern, specifier))) {
    return `${layer.name} may not import ${specifier}`
  }
  return undefined
}

/** The alias of a project path, or undefined. */
function aliasOf(path) {
  if (path.startsWith('server/')) return `#${path}`
  return /^src\/[a-z0-9]+\//.test(path) ? `#${path.slice('src/'.length)}` : undefined
}

/** @type {import('eslint').Rule.RuleModule} */
export const layers = {
  meta: {
    type: 'problem',
    fixable: 'code',
    schema: [],
    messages: {
      forbidden: '{{reason}}',
      relative: 'Relative imports stay in their folder; write {{alias}}',
    },
  },
  create(context) {
    const from = relative(context.cwd, context.filename).replaceAll(sep, '/')
    /** Import declarations of types carry `importKind`; all-inline types count as types too. */
    const isType = (node) =>
      node.importKind === 'type' ||
      node.type === 'TSImportType' ||
      (node.specifiers?.length > 0 && node.specifiers.every((specifier) => specifier.importKind === 'type'))
    const check = (node, source) => {
      if (typeof source?.value !== 'string') return
      const reason = judgeImport({ from, specifier: source.value, isType: isType(node) })
      if (reason) context.report({ node: source, messageId: 'forbidden', data: { reason } })
      const alias = source.value.startsWith('../') ? aliasOf(resolve(source.value, from)) : undefined
      if (alias && layerOf(from)) {
        const fix = (fixer) => fixer.replaceText(source, `'${alias}'`)
        context.report({ node: source, messageId: 'relative', data: { alias }, fix })
      }
    }
    return {
      ImportDeclaration: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
      TSImportType: (node) => check(node, node.source ?? node.argument?.literal),
    }
  },
}
