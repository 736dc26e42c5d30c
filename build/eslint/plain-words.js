import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** Files older than this rule. Add none; a file that keeps the rule is reported until it is removed from the list. */
const LEFT = new Set(JSON.parse(readFileSync(join(import.meta.dirname, 'plain-words-left.json'), 'utf8')))

/** Habits that make a second-language reader read a sentence twice, each with advice. */
const HABITS = [
  [
    /^(?:Whether|What|Of|Whoever|Whatever|So (?:long|many|much|often)|Those)\b/,
    'begin with the subject, or for a boolean with "True if"',
  ],
  [/\b(?:is|are|was|were|be|been) none\b/i, 'say "there is no …" or "is not a …"'],
  [/\b(?:he|him|his|himself)\b/i, 'a player is "they"'],
]

/** @returns {string | undefined} the first habit in the text, with advice */
function habitIn(text) {
  for (const sentence of text.split(/(?<=[.!?:;])\s+/)) {
    for (const [pattern, advice] of HABITS) {
      const found = pattern.exec(sentence)
      if (found) return `"${found[0]}": ${advice}`
    }
  }
  return undefined
}

const textOf = ({ value }) =>
  value
    .replace(/^\s*\*+/gm, ' ')
    .replace(/@(?:returns|throws|param\s+\S+)/g, '. ')
    .replace(/\s+/g, ' ')
    .trim()

const TITLED = /^(?:describe|it|test|scenario)$/

/**
 * Comments and titles of tests in plain words: subject, verb, object.
 * @type {import('eslint').Rule.RuleModule}
 */
export const plainWords = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      habit: '{{found}}.',
      kept: 'This file keeps the rule: take it off build/eslint/plain-words-left.json.',
    },
  },
  create(context) {
    const isLeft = LEFT.has(relative(ROOT, context.filename).replaceAll('\\', '/'))
    let found = 0
    const check = (node, text) => {
      const habit = habitIn(text)
      if (habit === undefined) return
      found += 1
      if (!isLeft) context.report({ loc: node.loc, messageId: 'habit', data: { found: habit } })
    }
    return {
      CallExpression({ callee, arguments: [title] }) {
        const called = callee.type === 'MemberExpression' ? callee.object : callee
        if (called.type !== 'Identifier' || !TITLED.test(called.name)) return
        if (title?.type === 'Literal' && typeof title.value === 'string') check(title, title.value)
      },
      'Program:exit'(program) {
        for (const comment of context.sourceCode.getAllComments()) check(comment, textOf(comment))
        if (isLeft && found === 0) context.report({ node: program, messageId: 'kept' })
      },
    }
  },
}
