import { ApiError } from '#api/api-error.ts'
import { getSeal, type SealAnswer } from '#contract/seal.ts'
import { api } from '#session/api.ts'

/** The seal of a day as everybody is shown it; undefined where there is none. Fails as the API does. */
export async function readShownSeal(day: string): Promise<SealAnswer | undefined> {
  try {
    return await api.call(getSeal, { params: { day } })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}
