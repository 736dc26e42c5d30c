import * as v from 'valibot'
import { expect, it } from 'vitest'
import { OPERATOR_API } from '#contract/operator/api.ts'
import { OPERATOR_ANSWERS } from '../support/operator-fixtures.ts'

it.each(OPERATOR_API.map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` })))(
  'the answer for tests of $name is one of the contract',
  ({ endpoint }) => {
    const { issues } = v.safeParse(endpoint.data, OPERATOR_ANSWERS.get(endpoint))
    expect(issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toBeUndefined()
  },
)
