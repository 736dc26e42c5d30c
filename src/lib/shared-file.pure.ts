/** Where the service worker keeps a file that another app shares, until the page takes it. */
export const SHARED_FILE = { cache: 'koi-shared', key: '/shared-file', nameHeader: 'x-file-name' } as const
