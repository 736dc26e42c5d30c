const UNIQUE_VIOLATION = '23505'

/** Whether the database refused a row because there is one like it. */
export const isUniqueViolation = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
