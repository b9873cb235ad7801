import { stop } from 'esbuild'

let users = 0

/**
 * Runs work that uses esbuild. The esbuild process, which retains gigabytes of file contents, ends with the last such
 * work.
 */
export const withEsbuild = async <T>(work: () => Promise<T>): Promise<T> => {
  users++
  try {
    return await work()
  } finally {
    if (--users === 0) await stop()
  }
}
