export function ConnectionBanner() { return null }
