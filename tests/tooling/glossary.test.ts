import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { messageProblems, readGlossary, refusedWordings } from '../../scripts/lib/glossary.mjs'

const GLOSSARY = readFileSync('docs/glossary.md', 'utf8')
const glossary = readGlossary(GLOSSARY, 'zh-CN')
const problems = (english: string, chinese: string) => messageProblems(glossary, english, chinese)

describe('the glossary', () => {
  it('is parsed: about fifty terms, each with a Chinese word', () => {
    expect(glossary.terms.length).toBeGreaterThan(50)
    for (const { english, words } of glossary.terms) {
      expect(english[0]?.word).toMatch(/^[A-Za-z]/)
      expect(words.every(Boolean)).toBe(true)
    }
  })

  it.each([
    ['Practice money', '模拟金'],
    ['You can log in until {until}', '{until}之前可以登录。请尽快。'],
    ['Withdrawals', '提现'],
    ['{bonus} of {locked}', '{bonus} / {locked}'],
    ['{bets, plural, one {# tile} other {# tiles}}', '{bets, plural, other {# 格}}'],
    ['Unlocked', '已解开'],
  ])('accepts %j as %j', (english, chinese) => {
    expect(problems(english, chinese)).toEqual([])
  })

  it.each([
    ['practice money called an exercise', 'Practice money', '练习资金', '“练习”'],
    ['a term without its word', 'Your withdrawals', '你的转账', '提现'],
    [
      'a term in a plural',
      '{n, plural, one {# passkey} other {# passkeys}}',
      '{n, plural, other {# 个}}',
      '通行密钥',
    ],
    ['a wording that is refused wherever it stands', 'Welcome', '欢迎注册账号', '“账号”'],
    ['a polite “you”', 'Your name', '您的名字', '“您”'],
    ['the English name of a game in a sentence', 'Rounds of Crash', 'Crash 的每一局', '“Crash”'],
    ['another word for a bet', 'Your bets', '你的下注', '“下注”'],
    ['another word for rotating', 'Rotate the seeds', '轮换种子', '“轮换”'],
    ['another word for a chance', 'Win chance', '获胜几率', '“几率”'],
    ['another word for a break', 'You are taking a break', '你正在休息', '“休息”'],
    ['another word for cashing out', 'Cash out', '撤离', '“撤离”'],
    ['a space after a full stop', 'Done. Go on', '完成。 继续', 'no space after'],
    ['a space before 之前', 'Until {until}', '{until} 之前', 'no space before'],
    ['an English wording that is refused', 'For play money', '用模拟金', '“play money”'],
  ])('refuses %s', (_, english, chinese, named) => {
    expect(problems(english, chinese).join('\n')).toContain(named)
  })

  it('accepts a message that is listed as an exception', () => {
    const table = (title: string, head: string, row: string) => `## ${title}\n\n${head}\n| --- |\n${row}\n`
    const own = readGlossary(
      table('Terms', '| English | Chinese | Where | Not |', '| stake | 投注 | A bet | |') +
        table('Exceptions in Chinese', '| English | Message |', '| stake | Your stake is back |'),
      'zh-CN',
    )
    expect(messageProblems(own, 'Your stake is back', '已退回')).toEqual([])
    expect(messageProblems(own, 'Your stake', '已退回')).toHaveLength(1)
  })

  it('reports a language without words in its table', () => {
    expect(() => readGlossary(GLOSSARY, 'de-DE')).toThrow('no column “German”')
    const german = (word: string) =>
      readGlossary(
        `## Terms\n\n| English | Chinese | German | Not |\n| --- |\n| stake | 投注 | ${word} | |\n\n` +
          '## Never in German\n\n| Not | Instead |\n| --- |\n| Wette | Einsatz |\n',
        'de-DE',
      )
    expect(() => german('')).toThrow('no German for stake')
    expect(messageProblems(german('Einsatz'), 'Your stake', 'Dein Einsatz')).toEqual([])
    expect(messageProblems(german('Einsatz'), 'Your stake', 'Deine Wette')).toHaveLength(2)
  })

  it('finds a refused wording in a text of the server', () => {
    expect(refusedWordings(glossary, "subject: '你的自我禁止已开始'")).toEqual(['自我禁止'])
    expect(refusedWordings(glossary, "subject: '你的自我排除已开始'")).toEqual([])
    expect(refusedWordings(glossary, "name: { 'zh-CN': '真人娱乐' }")).toEqual(['真人'])
    expect(refusedWordings(glossary, "name: { 'en-US': 'Crash', 'zh-CN': '崩盘' }")).toEqual([])
  })
})
