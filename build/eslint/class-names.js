/**
 * `ui/` owns colour and type; features, routes and app use layout utilities and parts of ui. Allowed outside `ui/`:
 * display, flex and grid, gaps, padding, margin, size, position, overflow, order, visibility, cursor, and the layout
 * half of `text-` (alignment and wrapping).
 */

const TEXT_LAYOUT = /^text-(?:left|center|right|start|end|justify|balance|pretty|wrap|nowrap|ellipsis|clip)$/
const BORDER_LAYOUT =
  /^(?:border|divide)(?:-[xytrblse])?(?:-(?:[0-8]|solid|dashed|dotted|none|hidden|collapse|separate|reverse))?$/

const COLOUR =
  /^(?:text|bg|from|via|to|fill|stroke|border|divide|outline|ring|shadow|accent|caret|decoration|placeholder|drop-shadow|gradient)(?:-|$)/
const TYPE =
  /^(?:(?:font|leading|tracking|underline-offset|indent)-|(?:italic|not-italic|uppercase|lowercase|capitalize|underline|overline|line-through|antialiased|tabular-nums)$)/

/** A bracket, a custom property or a number with a unit: a value that is not a token. */
const ARBITRARY =
  /-\[.*\]|^\[.*\]$|-\(--|-\$|-#[0-9a-f]{3}|-\d*\.?\d+(?:px|rem|em|pt|ch|vh|vw|dvh|svh|lvh|%|ms|s)$/i

/** `lg:hover:-mt-2!` → `mt-2`: variants, importance and sign do not change the kind of a class. */
function bare(token) {
  let depth = 0
  let start = 0
  for (let index = 0; index < token.length; index += 1) {
    if (token[index] === '[') depth += 1
    else if (token[index] === ']') depth -= 1
    else if (token[index] === ':' && depth === 0) start = index + 1
  }
  return token
    .slice(start)
    .replace(/^[!-]+/, '')
    .replace(/!$/, '')
}

/**
 * @param {string} token @param {{ isUi: boolean }} place
 * @returns {string | undefined} the fault of a class
 */
export function judgeClass(token, { isUi }) {
  const name = bare(token)
  if (name === '') return undefined
  if (ARBITRARY.test(name) || /^\[/.test(token))
    return `"${token}" has an arbitrary value; use a token of ui/tokens.css`
  if (isUi || TEXT_LAYOUT.test(name) || BORDER_LAYOUT.test(name)) return undefined
  if (COLOUR.test(name) || TYPE.test(name)) return `"${token}" sets colour or type, which only src/ui does`
  return undefined
}

/** Colour and type in the `style` prop would bypass the rule; `stylelint.config.js` has the same names. */
const STYLE_KEY =
  /^(?:accentColor|boxShadow|caretColor|color|colorScheme|filter|letterSpacing|lineHeight|scrollbarColor|(?:background|fill|font|stroke)(?:[A-Z]\w*)?|border(?:Top|Right|Bottom|Left|(?:Block|Inline)(?:Start|End)?)?(?:Color)?|(?:borderImage|columnRule|text(?:Decoration|Emphasis|Shadow|Transform))\w*|outline(?:Color)?)$/

/** The value of a `const`, seen from `node`; undefined for anything else. */
function constantOf(node, sourceCode) {
  for (let scope = sourceCode.getScope(node); scope; scope = scope.upper) {
    const definition = scope.set.get(node.name)?.defs[0]
    if (definition) return definition.parent?.kind === 'const' ? definition.node.init : undefined
  }
  return undefined
}

/** Names that hold classes: a `className` prop in all its forms, or a variable called after one. */
const HOLDS_CLASSES = /class(?:es|name|names)?$/i

/** @type {import('eslint').Rule.RuleModule} */
export const classNames = {
  meta: { type: 'problem', schema: [], messages: { wrong: '{{reason}}' } },
  create(context) {
    const isUi = /[\\/]src[\\/]ui[\\/]/.test(context.filename)

    const judgeText = (node, text) => {
      for (const token of text.split(/\s+/)) {
        const reason = judgeClass(token, { isUi })
        if (reason) context.report({ node, messageId: 'wrong', data: { reason } })
      }
    }
    /** Visits every string inside a class expression; object keys and call arguments are classes too. */
    const walk = (node) => {
      switch (node?.type) {
        case 'Literal':
          if (typeof node.value === 'string') judgeText(node, node.value)
          break
        case 'TemplateLiteral':
          for (const quasi of node.quasis) judgeText(quasi, quasi.value.cooked ?? '')
          for (const expression of node.expressions) walk(expression)
          break
        case 'JSXExpressionContainer':
          walk(node.expression)
          break
        case 'ConditionalExpression':
          walk(node.consequent)
          walk(node.alternate)
          break
        case 'LogicalExpression':
        case 'BinaryExpression':
          if (!/^[=!]==?$/.test(node.operator)) {
            walk(node.left)
            walk(node.right)
          }
          break
        case 'ArrayExpression':
          for (const element of node.elements) walk(element)
          break
        case 'ObjectExpression':
          for (const property of node.properties) {
            if (property.type !== 'Property') continue
            walk(property.value)
          }
          break
        case 'CallExpression':
          for (const argument of node.arguments) walk(argument)
          if (node.callee.type === 'MemberExpression') walk(node.callee.object)
          break
        case 'TSAsExpression':
        case 'TSSatisfiesExpression':
          walk(node.expression)
          break
      }
    }
    /** Visits every property of a style, including spread and conditional ones. */
    const walkStyle = (node, place) => {
      switch (node?.type) {
        case 'JSXExpressionContainer':
        case 'TSAsExpression':
        case 'TSSatisfiesExpression':
          walkStyle(node.expression, place)
          break
        case 'SpreadElement':
          walkStyle(node.argument, place)
          break
        case 'ConditionalExpression':
          walkStyle(node.consequent, place)
          walkStyle(node.alternate, place)
          break
        case 'LogicalExpression':
          walkStyle(node.left, place)
          walkStyle(node.right, place)
          break
        case 'Identifier': {
          const value = constantOf(node, context.sourceCode)
          if (value?.type !== 'Identifier') walkStyle(value, place)
          break
        }
        case 'ObjectExpression':
          for (const property of node.properties) {
            if (property.type === 'SpreadElement') walkStyle(property, place)
            const key = property.type === 'Property' ? (property.key.name ?? property.key.value) : undefined
            if (typeof key !== 'string' || !STYLE_KEY.test(key)) continue
            const reason = `style.${key} sets colour or type, which only src/ui does`
            context.report({ node: place, messageId: 'wrong', data: { reason } })
          }
          break
      }
    }
    return {
      JSXAttribute(node) {
        const name = node.name.type === 'JSXIdentifier' ? node.name.name : ''
        if (HOLDS_CLASSES.test(name)) walk(node.value)
        if (name === 'style' && !isUi) walkStyle(node.value, node)
      },
      VariableDeclarator(node) {
        if (node.id.type === 'Identifier' && HOLDS_CLASSES.test(node.id.name)) walk(node.init)
      },
    }
  },
}
