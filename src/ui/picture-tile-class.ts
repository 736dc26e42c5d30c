/** For the `Link` or button around `PictureTileContent`. */
export const pictureTileClass =
  'press grid grid-cols-1 content-start h-full rounded-3 border border-line bg-surface-2 overflow-hidden text-start'
