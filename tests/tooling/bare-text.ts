import ts from 'typescript'

/** Text that React renders as a node beside others. */
interface BareText {
  file: string
  line: number
  text: string
  node: ts.Node
}

/** Their content is wrapped in elements (`TextElements`). */
const MACROS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])
/** Elements that cannot contain other elements. */
const TEXT_ONLY = new Set(['option', 'title', 'textarea'])

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike

type Kind = 'text' | 'maybe' | 'node' | 'other'

const isBlank = (node: ts.Node): boolean =>
  (ts.isJsxText(node) && node.text.trim() === '') ||
  (ts.isJsxExpression(node) &&
    (node.expression === undefined ||
      (ts.isStringLiteral(node.expression) && node.expression.text.trim() === '')))

/** True if the child renders a node: line breaks and comments between tags do not. */
const makesNode = (node: ts.JsxChild): boolean =>
  ts.isJsxText(node)
    ? node.text.trim() !== '' || !node.text.includes('\n')
    : !(ts.isJsxExpression(node) && node.expression === undefined)

/** `node`: the caller passes any `ReactNode`, usually an element. */
function kindOf(type: ts.Type, checker: ts.TypeChecker): Kind {
  const parts = type.isUnion() ? type.types : [type]
  const isText = (part: ts.Type) => (part.flags & TEXT) !== 0
  if (parts.every(isText)) return 'text'
  for (const part of parts) {
    const [item] = checker.isArrayType(part) ? checker.getTypeArguments(part as ts.TypeReference) : []
    const kind = item && kindOf(item, checker)
    if (kind && kind !== 'other') return kind === 'text' ? 'maybe' : kind
  }
  if (!parts.some(isText)) return 'other'
  // Only `ReactNode` includes a promise.
  const isHandedOn = parts.some((part) => !isText(part) && part.symbol?.name === 'Promise')
  return isHandedOn ? 'node' : 'maybe'
}

function childKind(child: ts.JsxChild, checker: ts.TypeChecker): Kind {
  if (isBlank(child)) return 'other'
  if (ts.isJsxText(child)) return 'text'
  if (!ts.isJsxExpression(child) || !child.expression) return 'other'
  return kindOf(checker.getTypeAtLocation(child.expression), checker)
}

const nameOf = (node: ts.JsxElement | ts.JsxFragment): string =>
  ts.isJsxElement(node) ? node.openingElement.tagName.getText() : ''

/** Visits all JSX outside macros. */
function walkJsx(root: ts.Node, visit: (node: ts.JsxElement | ts.JsxFragment) => void): void {
  const walk = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && MACROS.has(nameOf(node))) return walkMacro(node)
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) if (!TEXT_ONLY.has(nameOf(node))) visit(node)
    ts.forEachChild(node, walk)
  }
  const walkMacro = (node: ts.Node): void => {
    if (ts.isJsxAttributes(node)) return walk(node)
    ts.forEachChild(node, walkMacro)
  }
  walk(root)
}

export function findBareText(
  source: ts.SourceFile,
  checker: ts.TypeChecker,
  root: string,
  kinds: readonly Kind[] = ['text', 'maybe'],
): BareText[] {
  const found: BareText[] = []
  const note = (node: ts.Node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    found.push({
      file: source.fileName.slice(root.length + 1),
      line: line + 1,
      text: node.getText(source).trim(),
      node,
    })
  }
  walkJsx(source, (parent) => {
    const children = parent.children.filter(makesNode)
    if (children.length < 2 && ts.isJsxElement(parent)) return
    for (const child of children) if (kinds.includes(childKind(child, checker))) note(child)
  })
  const walk = (node: ts.Node, isComponent: boolean): void => {
    if (ts.isFunctionLike(node)) {
      const name = ts.isFunctionDeclaration(node)
        ? node.name?.text
        : ts.isVariableDeclaration(node.parent)
          ? node.parent.name.getText(source)
          : undefined
      isComponent = /^[A-Z][a-z0-9]/.test(name ?? '')
      if (isComponent && ts.isArrowFunction(node) && !ts.isBlock(node.body)) judge(node.body)
    }
    if (isComponent && ts.isReturnStatement(node) && node.expression) judge(node.expression)
    ts.forEachChild(node, (child) => walk(child, isComponent))
  }
  const judge = (node: ts.Expression) => {
    if (kinds.includes(kindOf(checker.getTypeAtLocation(node), checker))) note(node)
  }
  if (source.fileName.endsWith('.tsx')) walk(source, false)
  return found
}

export function programOf(root: string): ts.Program {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, (path) => ts.sys.readFile(path))
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    { ...(config as object), include: ['src'] },
    ts.sys,
    root,
  )
  return ts.createProgram(fileNames, options)
}
