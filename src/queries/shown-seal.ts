import { ApiError } from '#api/api-error.ts'
import { getSeal, type SealAnswer } from '#contract/seal.ts'
import { api } from '#session/api.ts'

/** The public seal of a day; undefined if the day has no seal. @throws like the API */
export async function readShownSeal(day: string): Promise<SealAnswer | undefined> {
  try {
    return await api.call(getSeal, { params: { day } })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}
