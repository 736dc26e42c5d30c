/** Whether this browser can keep a small window above all others. */
export const hasSmallWindow = (): boolean => 'documentPictureInPicture' in globalThis
