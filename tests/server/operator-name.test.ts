import { userInfo } from 'node:os'
import { expect, it } from 'vitest'
import { operatorName } from '#server/base/operator-name.ts'

it('the log names the person behind sudo, and always the user of the process', () => {
  const { username } = userInfo()
  expect(operatorName({ SUDO_USER: 'mei' })).toBe(`mei as ${username}`)
  expect(operatorName({})).toBe(username)
  expect(operatorName({ SUDO_USER: 'mei\nroot' })).toBe(username)
})
