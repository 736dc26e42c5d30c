const UNIQUE_VIOLATION = '23505'

export const isUniqueViolation = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
