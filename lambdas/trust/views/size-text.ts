const KIB = 1024

/** Formats a size, such as `19 bytes` or `1.2 MiB`. */
export const sizeText = (bytes: number): string => {
  if (bytes < KIB) return `${bytes} bytes`
  return bytes < KIB * KIB ? `${(bytes / KIB).toFixed(1)} KiB` : `${(bytes / KIB / KIB).toFixed(1)} MiB`
}
