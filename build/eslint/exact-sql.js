/** Functions and operators that turn an integer into a float, or round before they cut. */
const INEXACT = [
  // A table may be called `round`: a function has no space before its arguments.
  [
    /\b(?:sign|avg|ceil|ceiling|floor|round|sqrt|cbrt|exp|ln|log|stddev\w*|var_\w+|variance)\(/i,
    'a float of an integer',
  ],
  // The power of a number cast to numeric is exact.
  [/\bpower\((?!\s*\d+::numeric\b)/i, 'a float of an integer'],
  [/\b(?:float[48]?|double precision|real)\b/i, 'a float'],
  [/(?:^|[\s\w)])\/(?=[\s\w($]|$)/, 'a quotient that is rounded, or cut where both are integers'],
]

/** Removes comments and string literals. */
const withoutTexts = (text) => text.replace(/--[^\n]*/g, '').replace(/'[^']*'/g, "''")

/**
 * @returns {string | undefined} the first inexact part of the statement, with the reason
 * @param {string} text
 */
export function inexactSqlIn(text) {
  const sql = withoutTexts(text)
  for (const [pattern, what] of INEXACT) {
    const found = pattern.exec(sql)
    if (found) return `${found[0].trim()} is ${what}`
  }
  return undefined
}

const isSqlTag = (tag) => {
  const called = tag.type === 'TSInstantiationExpression' ? tag.expression : tag
  return called.type === 'Identifier' && called.name === 'sql'
}

/**
 * Sums of money must be exact: SQL of the server computes with integers and `numeric`, and divides with `div`. In
 * migrations and in functions of the database every text is checked.
 * @type {import('eslint').Rule.RuleModule}
 */
export const exactSql = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { inexact: '{{found}}: money is added up exactly, with integers, numeric, div and abs.' },
  },
  create(context) {
    const isSchema = /server\/db\/(?:migrations|functions)\//.test(context.filename.replaceAll('\\', '/'))
    const check = (node, text) => {
      const found = inexactSqlIn(text)
      if (found !== undefined) context.report({ node, messageId: 'inexact', data: { found } })
    }
    return {
      TaggedTemplateExpression(node) {
        // Parameters are bound as values, and nested `sql` is checked separately.
        if (isSqlTag(node.tag)) check(node, node.quasi.quasis.map(({ value }) => value.raw).join('$'))
      },
      TemplateLiteral(node) {
        if (isSchema) check(node, node.quasis.map(({ value }) => value.raw).join('$'))
      },
      Literal(node) {
        const isPath = node.parent.type === 'ImportDeclaration'
        if (isSchema && typeof node.value === 'string' && !isPath) check(node, node.value)
      },
    }
  },
}
