export function makeTestDirectory(options?: { readonly memory?: string; readonly room?: number }): string
